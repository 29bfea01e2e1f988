import { eventLimits as limits } from '#contract/events/limits.ts';
import type { Context } from '../../../kernel/context.ts';
import type { ApprovalKind } from '../../../kernel/feature.ts';
import type { Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { submit } from '../../approvals/submissions.ts';
import { logEventAction } from '../event-access.ts';
import { selectPlainEvent, updateEvent } from '../events.queries.ts';
import { describe, publishOrSubmit } from '../setup/publishing.ts';
import { countOpenProposals, selectProposing } from './proposals.queries.ts';

/* Event proposals by members to the officers of a club: drafts that are published when someone with the permission accepts them. */

const settle =
  (state: 'declined' | 'withdrawn'): ApprovalKind['onApproved'] =>
  async (context, { subject }) => {
    const event = await selectPlainEvent(context.db, subject);
    if (event?.proposal === 'open')
      await updateEvent(context.db, subject, { proposal: state }, context.clock.now());
  };

/** An event that waits for its club's officers. */
export const proposalKind: ApprovalKind = {
  kind: 'event_proposal',
  name: 'Proposed event',
  isOfClub: true,
  hasNoProcess: true,
  notice: { key: 'officer.newEventFromMember', kind: 'event_proposed' },
  reviewersOf: () => Promise.resolve({ inClub: 'events.manage' }),
  describe,
  onApproved: async (context, { subject }) => {
    const event = await selectPlainEvent(context.db, subject);
    if (event?.proposal !== 'open') return;
    const now = context.clock.now();
    if (event.club_status !== 'active' && event.club_status !== 'pending')
      throw problem('club_inactive');
    if (event.ends_at <= now) throw problem('event_ended');
    await updateEvent(context.db, subject, { proposal: 'accepted' }, now);
    const isSubmitted = await publishOrSubmit(context, subject);
    await logEventAction(context, event, isSubmitted ? 'submitted' : 'published');
  },
  onDenied: settle('declined'),
  onWithdrawn: settle('withdrawn'),
};

/** Returns whether the caller can propose events to the officers of a club. */
export const canPropose = async (call: Call, club: number): Promise<boolean> =>
  (await selectProposing(call.db, club, call.me.userId))?.takes_proposals === true;

/** Throws if the caller can't propose events in a club, or has reached the limit of pending proposals. */
export const checkProposing = async (call: Call, club: number): Promise<void> => {
  const row = await selectProposing(call.db, club, call.me.userId);
  if (row === undefined) throw problem('forbidden');
  if (!row.takes_proposals) throw problem('event_proposals_off');
  const max = limits.proposals;
  if ((await countOpenProposals(call.db, club, call.me.userId)) >= max)
    throw problem('too_many_proposals', { max });
};

/** Submits a new event to its club's officers. */
export const propose = async (context: Context, event: number): Promise<void> => {
  const row = await selectPlainEvent(context.db, event);
  if (row !== undefined && row.ends_at <= context.clock.now()) throw problem('event_ended');
  await submit(context, proposalKind, event);
};
