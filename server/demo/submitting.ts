import type { ApprovalContent } from '#server/kernel/feature.ts';
import type { Db } from '#server/kernel/database/database.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import {
  insertEntry,
  insertStages,
  updateAssignees,
  updateStage,
  updateSubmission,
  upsertDraft,
  type Author,
} from '#server/features/approvals/approvals.queries.ts';

const person = (id: number): Author => ({ id, name: null });

interface DemoSubmission {
  readonly kind: string;
  readonly subject: number;
  readonly submitter: number;
  /** Null for the steps of the kind. */
  readonly reviewers: readonly number[] | null;
  readonly content: ApprovalContent;
  readonly at: Date;
  /** The person who returned it, and the reason. */
  readonly sentBack?: { readonly by: number; readonly reason: string };
  /** The decision that ended it. */
  readonly decided?: {
    readonly by: number;
    readonly reason: string;
    readonly at: Date;
    readonly isApproved: boolean;
  };
}

/** Adds a submission that waits for approval, was returned, or was decided. Sends no notifications. */
export const submitInDemo = async (
  { db, school }: { db: Db; school: SchoolId },
  { kind, subject, reviewers, content, at, sentBack, decided, ...more }: DemoSubmission,
): Promise<void> => {
  const submitter = person(more.submitter);
  const begun = await upsertDraft(db, school, { kind, subject, submitter, now: at });
  const to = { state: 'submitted' as const, step: 0, now: at, submitter, content };
  await updateSubmission(db, begun.id, { version: begun.version, states: ['draft'] }, to);
  await insertStages(db, begun.id, reviewers);
  await updateAssignees(db, begun.id, to);
  const entry = { submission: begun.id, now: at };
  await insertEntry(db, school, {
    ...entry,
    kind: 'submitted',
    position: null,
    author: submitter,
    text: '',
  });
  if (decided !== undefined) {
    const end = {
      state: decided.isApproved ? ('approved' as const) : ('denied' as const),
      step: null,
      now: decided.at,
    };
    const from = { version: begun.version + 1, states: ['submitted' as const] };
    await updateSubmission(db, begun.id, from, end);
    await updateAssignees(db, begun.id, end);
    if (decided.isApproved) await updateStage(db, begun.id, 0, decided.by, decided.at);
    await insertEntry(db, school, {
      ...entry,
      kind: end.state,
      position: 0,
      author: person(decided.by),
      text: decided.reason,
      now: decided.at,
    });
  }
  if (sentBack === undefined) return;
  const back = { state: 'changes_requested' as const, step: 0, now: at };
  await updateSubmission(db, begun.id, { version: begun.version + 1, states: ['submitted'] }, back);
  await updateAssignees(db, begun.id, back);
  await insertEntry(db, school, {
    ...entry,
    kind: 'changes_requested',
    position: 0,
    author: person(sentBack.by),
    text: sentBack.reason,
  });
};
