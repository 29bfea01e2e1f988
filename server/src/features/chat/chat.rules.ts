import { receiptsMax } from '#contract/chat/limits.ts';
import type { MembershipRow, ReachRow } from './chat.queries.ts';
import {
  sendPermissionTo,
  type SendPermission,
  type Reach,
  type SendDenial,
} from './messages/messages.rules.ts';

/** Who looks and acts, as far as rules ask. */
export interface Self {
  readonly userId: number;
  readonly isAdmin: boolean;
  readonly isAdviser: boolean;
}

/** How two people stand to each other: the database's answer and what the process knows. Whoever has an office may write, and so be answered. */
export const reachOf = (me: Self, connect: boolean, row: ReachRow): Reach => ({
  who: row.who,
  requests: row.requests,
  connect,
  isStaff: me.isAdmin || me.isAdviser,
  isBlocked: row.is_blocked,
  isGone: row.is_disabled,
  isConnected: connect && row.is_accepted === true,
  sharesGroup: row.shares_group,
});

/** Is there such a person for them at all? As everywhere: neither disabled, nor blocked, nor held and unknown. */
export const isThere = (me: Self, connect: boolean, row: ReachRow): boolean =>
  !row.is_disabled &&
  !row.is_blocked &&
  (!row.has_hold ||
    me.isAdmin ||
    me.isAdviser ||
    row.requested_by !== null ||
    (connect && row.is_accepted === true));

/** Whether somebody may write in a conversation, and why. */
export const sendPermissionIn = (
  me: Self,
  connect: boolean,
  membership: MembershipRow,
  now: Date,
): { may: SendPermission } | { denied: SendDenial } => {
  if (membership.left_seq !== null) return { denied: 'left' };
  if (membership.closes_ms !== null && membership.closes_ms <= now.getTime())
    return { denied: 'closed' };
  if (membership.kind === 'group') return { may: 'policy' };
  if (membership.reach === null) return { denied: 'gone' };
  return sendPermissionTo(reachOf(me, connect, membership.reach), {
    request: membership.other_request_state,
    isOpen: membership.is_open,
  });
};

/** Is the conversation there for them? A direct one is not while a block stands between the two, nor before somebody has written. */
export const isVisible = (membership: MembershipRow): boolean =>
  membership.is_shown && membership.reach?.is_blocked !== true;

/** The last message they may see. */
export const endOf = ({
  last_seq,
  left_seq,
}: Pick<MembershipRow, 'last_seq' | 'left_seq'>): number =>
  Math.min(last_seq, left_seq ?? last_seq);

/** Whom they see came with this message at the latest: not after they had left. A conversation without a message has people all the same. */
export const metUntil = ({
  last_seq,
  left_seq,
}: Pick<MembershipRow, 'last_seq' | 'left_seq'>): number => left_seq ?? last_seq + 1;

/** What they may read. */
export const rangeOf = (membership: MembershipRow) => ({
  conversation: membership.id,
  first: membership.first_seq,
  last: endOf(membership),
});

/** Who deletes messages of others in a group: whoever runs it. */
export const canModerate = (membership: MembershipRow): boolean =>
  membership.kind === 'group' && membership.left_seq === null && membership.role === 'owner';

/** Who names a group and takes people out of it; that of a course follows the course. */
export const canManage = (membership: MembershipRow): boolean =>
  canModerate(membership) && !membership.is_course;

/** Any of a group may bring in people whom they may write to, but for that of a course. */
export const canAdd = (membership: MembershipRow): boolean =>
  membership.kind === 'group' && membership.left_seq === null && !membership.is_course;

export const canLeave = canAdd;

/** Small conversations show who has read and received what. */
export const showsReceipts = ({ participant_count }: { participant_count: number }): boolean =>
  participant_count <= receiptsMax;
