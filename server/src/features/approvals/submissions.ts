import type { Acts } from '#contract/audit-kinds.ts';
import type { Submission } from '#contract/approvals/endpoints.ts';
import type { Decision, EntryKind, SubmissionState } from '#contract/approvals/kinds.ts';
import { permissionsIn } from '../../kernel/access.ts';
import { actorId, nobody } from '../../kernel/actor.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import type { ApprovalKind, Reviewers } from '../../kernel/feature.ts';
import { problem } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { record } from '../../kernel/security/audit.ts';
import { orNotFound } from '../../kernel/sql.ts';
import * as queries from './approvals.queries.ts';
import { isOpen, nextOf, type Part } from './approvals.rules.ts';
import { submissionView } from './approvals.views.ts';
import { announceWaiting, askReviewers } from './reviewers/asking.ts';
import { selectReviewers } from './reviewers/reviewers.queries.ts';

/*
 * The functions that features use for submissions of their kinds (decision 049). A feature declares a kind as an `ApprovalKind` in its
 * `feature.ts` and passes the same object here. The feature has checked that the caller can submit the subject.
 */

/** Returns the caller as a reader of submissions. For an employer, the kind of the submission decides what it can do (`canAct`). */
export const readerOf = async (context: Context): Promise<queries.Reader> =>
  context.actor.kind === 'employer'
    ? { id: nobody, isManager: false, now: context.clock.now() }
    : personOf(context);

const personOf = async (context: Context): Promise<queries.Reader> => ({
  id: memberOf(context).userId,
  isManager: (await permissionsIn(context, 'school', [0]))(0).has('approvals.manage'),
  now: context.clock.now(),
});

const partOf = async (
  context: Context,
  kind: ApprovalKind,
  row: queries.WholeSubmission,
): Promise<Part> => ({
  isSubmitter:
    (row.submitter_id !== null && row.submitter_id === actorId(context)) ||
    (await kind.canAct?.(context, row.subject_id)) === true,
  isReviewer: row.is_reviewer,
});

/** Returns the person who acts, or the name of the employer that acts. */
const authorOf = (context: Context): queries.Author =>
  context.actor.kind === 'employer'
    ? { id: null, name: context.actor.employer }
    : { id: memberOf(context).userId, name: null };

/** Returns a submission that the caller can see, and their part in it. Throws 404 for everyone else. */
export const seen = async (
  context: Context,
  kinds: readonly ApprovalKind[],
  id: number,
): Promise<{ row: queries.WholeSubmission; part: Part; kind: ApprovalKind }> => {
  const row = orNotFound(await queries.selectSubmission(context.db, await readerOf(context), id));
  const kind = orNotFound(kinds.find((one) => one.kind === row.kind));
  const part = await partOf(context, kind, row);
  if (!part.isSubmitter && !part.isReviewer) throw problem('not_found');
  return { row, part, kind };
};

/** The details of a move besides the submission's new state. */
interface Step {
  readonly entry: Exclude<EntryKind, 'comment'>;
  readonly position: number | null;
  readonly text: string;
  /** Reviewers who replace the process's steps. Null if those steps apply. */
  readonly reviewers?: Reviewers | null;
}

type Moved = Pick<
  queries.WholeSubmission,
  'id' | 'kind' | 'version' | 'state' | 'step' | 'submitter_id'
>;

/** Moves a submission from the version that was read. Throws if someone else has moved it since. */
const move = async (
  context: Context,
  row: Moved,
  to: queries.Move,
  { entry, position, text, reviewers = null }: Step,
  title: string,
): Promise<void> => {
  const { db, school } = context;
  const from = { version: row.version, states: [row.state] };
  const asked =
    row.state === 'submitted' && row.step !== null
      ? await selectReviewers(db, row.id, row.step)
      : [];
  if (!(await queries.updateSubmission(db, row.id, from, to))) throw problem('submission_changed');
  if (entry === 'submitted') await queries.insertStages(db, row.id, reviewers);
  await queries.updateAssignees(db, row.id, to);
  await queries.insertEntry(db, school.school_id, {
    submission: row.id,
    kind: entry,
    position,
    author: authorOf(context),
    text,
    now: to.now,
  });
  if (asked.length > 0)
    await emit(context, 'submission_settled', {
      submission: row.id,
      version: row.version,
      people: asked,
      by: row.submitter_id,
    });
  const act: Acts['submission_changed'] = entry;
  await record(context, 'submission_changed', {
    submission: String(row.id),
    kind: row.kind,
    title,
    act,
  });
};

/**
 * Creates a draft submission of a subject, or returns its open one. Features need it only if they need the id before they submit; `submit`
 * creates one automatically.
 */
export const draft = async (
  context: Context,
  { kind }: ApprovalKind,
  subject: number,
): Promise<string> => {
  const now = context.clock.now();
  const submitter = authorOf(context);
  const row = await queries.upsertDraft(context.db, context.school.school_id, {
    kind,
    subject,
    submitter,
    now,
  });
  return String(row.id);
};

/**
 * Submits a subject: for the first time, again after it was denied or withdrawn (a new submission, from the first step), or again after
 * changes were requested (to the step that requested them). Copies the current steps of its kind, stores the subject's content, and
 * notifies the reviewers. Throws `submission_open` if it already waits for a decision. Returns its id.
 */
export const submit = async (
  context: Context,
  kind: ApprovalKind,
  subject: number,
): Promise<string> => {
  const { db, school } = context;
  const now = context.clock.now();
  const submitter = authorOf(context);
  const begun = await queries.upsertDraft(db, school.school_id, {
    kind: kind.kind,
    subject,
    submitter,
    now,
  });
  if (begun.state === 'submitted') throw problem('submission_open');
  const row = orNotFound(await queries.selectSubmission(db, await readerOf(context), begun.id));
  await send(context, kind, row);
  return String(row.id);
};

/** Sends a draft, or a submission with requested changes. */
const send = async (
  context: Context,
  kind: ApprovalKind,
  row: queries.WholeSubmission,
): Promise<void> => {
  const now = context.clock.now();
  const me = authorOf(context);
  const content = await kind.describe(context, row.subject_id);
  const isFirst = row.state === 'draft';
  const reviewers = isFirst ? ((await kind.reviewersOf?.(context, row.subject_id)) ?? null) : null;
  const before = { id: row.submitter_id, name: row.submitter_name };
  const submitter = isFirst || (before.id === null && before.name === null) ? me : before;
  // The first step has the lowest position, which is 0 in every process.
  const position = row.step ?? 0;
  const to = { state: 'submitted' as const, step: position, now, content, submitter };
  await move(
    context,
    row,
    to,
    { entry: isFirst ? 'submitted' : 'resubmitted', position: null, text: '', reviewers },
    content.title,
  );
  await askReviewers(context, {
    submission: row.id,
    position,
    now,
    title: content.title,
    version: row.version + 1,
    submitter: submitter.id,
    notice: noticeOf(kind, content.club),
  });
};

/** Returns the kind's separate notification for reviewers, if it has one. */
const noticeOf = ({ notice }: ApprovalKind, club: number | null) =>
  notice === undefined ? undefined : { ...notice, group: club };

/**
 * Updates a waiting submission after its subject was edited, and notifies its reviewers again, except the editor. A decision on the old
 * version is refused with `submission_changed`. Does nothing if no submission is waiting.
 */
export const refresh = async (
  context: Context,
  kind: ApprovalKind,
  subject: number,
): Promise<void> => {
  const { db } = context;
  const reader = await readerOf(context);
  const row = await queries.selectSubmissionOf(db, reader, kind.kind, subject);
  if (row?.state !== 'submitted' || row.step === null) return;
  const content = await kind.describe(context, subject);
  const people = await selectReviewers(db, row.id, row.step);
  if (!(await queries.updateContent(db, row, content))) throw problem('submission_changed');
  await emit(context, 'submission_settled', {
    submission: row.id,
    version: row.version,
    people,
    by: row.submitter_id,
  });
  await announceWaiting(context, {
    submission: row.id,
    version: row.version + 1,
    title: content.title,
    people: people.filter((one) => one !== reader.id),
    by: row.submitter_id,
    notice: noticeOf(kind, content.club),
  });
};

/** Changes the name of the employer that submitted these subjects. Submissions that have ended keep the name from that time. */
export const renameSubmitter = (
  { db }: Context,
  { kind }: ApprovalKind,
  subjects: readonly number[],
  name: string,
): Promise<void> => queries.updateSubmitterName(db, kind, subjects, name);

/** Deletes the submissions of a permanently deleted subject, and removes them from reviewers' lists and notifications. */
export const forget = async (
  context: Context,
  { kind }: ApprovalKind,
  subject: number,
): Promise<void> => {
  const { db } = context;
  const reader = await readerOf(context);
  const row = await queries.selectSubmissionOf(db, reader, kind, subject);
  if (row === undefined) return;
  if (row.state === 'submitted' && row.step !== null)
    await emit(context, 'submission_settled', {
      submission: row.id,
      version: row.version,
      people: await selectReviewers(db, row.id, row.step),
      by: row.submitter_id,
    });
  await queries.deleteSubmissions(db, kind, subject);
};

/** Resubmits a submission with requested changes, if it is still at `version`. */
export const resubmit = async (
  context: Context,
  kind: ApprovalKind,
  row: queries.WholeSubmission,
  version: number,
): Promise<void> => {
  if (row.state !== 'changes_requested') throw problem('submission_changed');
  await send(context, kind, { ...row, version });
};

/** Withdraws an undecided submission that is still at `version`, and ends it. */
export const withdraw = async (
  context: Context,
  kind: ApprovalKind,
  row: queries.WholeSubmission,
  version: number,
): Promise<void> => {
  if (row.state !== 'submitted' && row.state !== 'changes_requested')
    throw problem('submission_changed');
  const to = { state: 'withdrawn' as const, step: null, now: context.clock.now() };
  await move(
    context,
    { ...row, version },
    to,
    { entry: 'withdrawn', position: null, text: '' },
    row.title,
  );
  await kind.onWithdrawn?.(context, outcomeOf(row, ''));
};

/** Withdraws the caller's submission of a subject at any step. Throws 404 if none is open. */
export const withdrawOf = async (
  context: Context,
  kind: ApprovalKind,
  subject: number,
): Promise<void> => {
  const reader = await readerOf(context);
  const row = orNotFound(await queries.selectSubmissionOf(context.db, reader, kind.kind, subject));
  if (row.submitter_id !== reader.id) throw problem('not_found');
  await withdraw(context, kind, row, row.version);
};

const outcomeOf = (row: queries.WholeSubmission, reason: string) => ({
  submission: row.id,
  subject: row.subject_id,
  submitter: row.submitter_id,
  reason,
});

const entryOf = {
  approve: 'approved',
  request_changes: 'changes_requested',
  deny: 'denied',
} as const;

interface Decided {
  readonly version: number;
  readonly decision: Decision;
  readonly reason: string;
}

/** Decides the waiting step for a reviewer, if the submission is still at `version`. */
export const decide = async (
  context: Context,
  kind: ApprovalKind,
  row: queries.WholeSubmission,
  decided: Decided,
): Promise<void> => {
  if (row.state !== 'submitted' || row.step === null || row.version !== decided.version)
    throw problem('submission_changed');
  if (!row.is_turn) throw problem('forbidden');
  if (!row.may_decide) throw problem('own_submission');
  await settle(context, kind, { ...row, step: row.step }, decided);
};

/**
 * Approves the open submission of a subject because of someone's action elsewhere, even if changes were requested. The feature has checked
 * the permission. Throws `submission_changed` if none is open.
 */
export const approveOf = async (
  context: Context,
  kind: ApprovalKind,
  subject: number,
): Promise<void> => {
  const reader = await readerOf(context);
  const row = await queries.selectSubmissionOf(context.db, reader, kind.kind, subject);
  if (row === undefined || !isOpen(row.state) || row.step === null)
    throw problem('submission_changed');
  const { version, step } = row;
  await settle(context, kind, { ...row, step }, { version, decision: 'approve', reason: '' });
};

const settle = async (
  context: Context,
  kind: ApprovalKind,
  row: queries.WholeSubmission & { step: number },
  { version, decision, reason }: Decided,
): Promise<void> => {
  const { db } = context;
  const me = memberOf(context).userId;
  const now = context.clock.now();
  const next = nextOf(
    decision,
    row.step,
    row.stages.map(({ position }) => position),
  );
  const entry = entryOf[decision];
  await move(
    context,
    row,
    { ...next, now },
    { entry, position: row.step, text: reason },
    row.title,
  );
  if (decision === 'approve') await queries.updateStage(db, row.id, row.step, me, now);
  if (next.state === 'submitted' && next.step !== null) {
    await askReviewers(context, {
      submission: row.id,
      position: next.step,
      now,
      title: row.title,
      version: version + 1,
      submitter: row.submitter_id,
    });
    return;
  }
  await onOutcome(kind, next.state)?.(context, outcomeOf(row, reason));
  const notice = decision === 'deny' ? kind.denialNotice : undefined;
  const others = (await notice?.people(context, row.subject_id)) ?? [];
  const people = new Set([...others, ...(row.submitter_id === null ? [] : [row.submitter_id])]);
  people.delete(me);
  if (people.size > 0)
    await emit(context, 'submission_moved', {
      kind: kindOf[entry],
      submission: row.id,
      version: version + 1,
      title: row.title,
      people: [...people],
      by: me,
      ...(notice !== undefined && {
        notice: { key: notice.key, kind: notice.kind, group: row.club_id },
      }),
    });
};

/** Notifies the submitter and the reviewers of the current step about a comment. */
export const announceComment = async (
  context: Context,
  { id, version, title, step, submitter_id: submitter }: queries.WholeSubmission,
): Promise<void> => {
  const by = memberOf(context).userId;
  const reviewers = step === null ? [] : await selectReviewers(context.db, id, step);
  const people = [...reviewers, ...(submitter === null ? [] : [submitter])].filter(
    (one) => one !== by,
  );
  if (people.length > 0)
    await emit(context, 'submission_moved', {
      kind: 'submission_commented',
      submission: id,
      version,
      title,
      people,
      by,
    });
};

const kindOf = {
  approved: 'submission_approved',
  changes_requested: 'submission_changes_requested',
  denied: 'submission_denied',
} as const;

const onOutcome = (kind: ApprovalKind, state: SubmissionState) => {
  if (state === 'approved') return kind.onApproved;
  return state === 'denied' ? kind.onDenied : kind.onChangesRequested;
};

/**
 * Returns the newest submission of a subject as the caller sees it, for a page of the feature (the web app's `SubmissionTimeline` shows
 * it). Null if there is none, or the caller can't see it.
 */
export const submissionOf = async (
  context: Context,
  kind: ApprovalKind,
  subject: number,
): Promise<Submission | null> => {
  const reader = await readerOf(context);
  const row = await queries.selectSubmissionOf(context.db, reader, kind.kind, subject);
  if (row === undefined) return null;
  const part = await partOf(context, kind, row);
  return part.isSubmitter || part.isReviewer ? submissionView(row, part) : null;
};
