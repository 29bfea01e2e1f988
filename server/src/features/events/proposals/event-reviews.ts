import type { Context } from '../../../kernel/context.ts';
import { forget, refresh } from '../../approvals/submissions.ts';
import type { EventRow } from '../events.queries.ts';
import { eventKind } from '../setup/publishing.ts';
import { proposalKind } from './event-proposals.ts';

/* What becomes of the reviews of an event, by officers or by the school's steps, when the event changes or goes. */

/** An event was changed: whoever reviews it decides on what it says now. */
export const refreshReviews = async (
  context: Context,
  { id, proposal, status }: Pick<EventRow, 'id' | 'proposal' | 'status'>,
): Promise<void> => {
  if (proposal === 'open') await refresh(context, proposalKind, id);
  else if (status === 'in_approval') await refresh(context, eventKind, id);
};

/** An event is deleted: nobody has to review it any more. */
export const forgetReviews = async (context: Context, event: number): Promise<void> => {
  for (const kind of [proposalKind, eventKind]) await forget(context, kind, event);
};
