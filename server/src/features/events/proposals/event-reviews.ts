import type { Context } from '../../../kernel/context.ts';
import { forget, refresh } from '../../approvals/submissions.ts';
import type { EventRow } from '../events.queries.ts';
import { eventKind } from '../setup/publishing.ts';
import { proposalKind } from './event-proposals.ts';

/* Updates pending reviews of an event, by officers or the school's steps, when it changes or is deleted. */

/** Updates the pending reviews of a changed event, so that reviewers decide on the new content. */
export const refreshReviews = async (
  context: Context,
  { id, proposal, status }: Pick<EventRow, 'id' | 'proposal' | 'status'>,
): Promise<void> => {
  if (proposal === 'open') await refresh(context, proposalKind, id);
  else if (status === 'in_approval') await refresh(context, eventKind, id);
};

/** Ends the pending reviews of a deleted event. */
export const forgetReviews = async (context: Context, event: number): Promise<void> => {
  for (const kind of [proposalKind, eventKind]) await forget(context, kind, event);
};
