import type { Submission, SubmissionRow as RowView } from '#contract/approvals/endpoints.ts';
import { faceView } from '../people/people.views.ts';
import type { SubmissionRow, WholeSubmission } from './approvals.queries.ts';
import { canOf, type Part } from './approvals.rules.ts';

const instant = (at: Date | string | null): string | null =>
  at === null ? null : new Date(at).toISOString();

/** Converts a submission for a list. */
export const submissionRowView = (row: SubmissionRow): RowView => ({
  id: String(row.id),
  kind: row.kind,
  title: row.title,
  link: row.link,
  club:
    row.club_id === null || row.club_name === null
      ? null
      : { id: String(row.club_id), name: row.club_name },
  submitter: row.submitter && faceView(row.submitter),
  submitterName: row.submitter_name,
  state: row.state,
  step:
    row.step === null
      ? null
      : { place: row.step, name: row.step_name ?? '', count: row.step_count },
  submittedAt: instant(row.submitted_at),
  waitingSince: instant(row.waiting_since),
  endedAt: instant(row.ended_at),
  can: { decide: row.may_decide },
});

/** Returns a step's last decision if it wasn't an approval. */
const stateOf = (
  row: WholeSubmission,
  { position, approved_at: approvedAt }: WholeSubmission['stages'][number],
): Submission['stages'][number]['state'] => {
  if (approvedAt !== null) return 'approved';
  if (row.step === position)
    return row.state === 'changes_requested' ? 'changes_requested' : 'waiting';
  return row.entries.some((one) => one.kind === 'denied' && one.position === position)
    ? 'denied'
    : 'ahead';
};

const decided = ['approved', 'changes_requested', 'denied'];

/** Converts a submission for a person who can see it. */
export const submissionView = (row: WholeSubmission, part: Part): Submission => ({
  ...submissionRowView(row),
  version: row.version,
  fields: row.fields.map(({ key = null, label, value, before = null }) => ({
    key,
    label,
    value,
    before,
  })),
  stages: row.stages.map((stage) => {
    const state = stateOf(row, stage);
    const last =
      state === 'changes_requested' || state === 'denied'
        ? row.entries.findLast(
            ({ kind, position }) => position === stage.position && decided.includes(kind),
          )
        : undefined;
    return {
      place: stage.position,
      name: stage.name,
      state,
      reviewers: {
        people: stage.people.map(faceView),
        roles: stage.roles,
        managers: stage.managers,
      },
      decidedAt: instant(last?.at ?? stage.approved_at),
      decidedBy: last
        ? last.author && faceView(last.author)
        : stage.approved_by && faceView(stage.approved_by),
    };
  }),
  entries: row.entries.map(({ number, kind, step, author, author_name: authorName, text, at }) => ({
    number,
    kind,
    step,
    author: author && faceView(author),
    authorName,
    text,
    at: new Date(at).toISOString(),
  })),
  can: canOf(row, part),
});
