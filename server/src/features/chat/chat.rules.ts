import { receiptsMax } from '#contract/chat/limits.ts';
import type { MembershipRow, SendContextRow } from './chat.queries.ts';
import {
  sendPermissionTo,
  type SendPermission,
  type SendContext,
  type SendDenial,
} from './messages/messages.rules.ts';

/** The person that rules check. */
export interface ChatUser {
  readonly userId: number;
  readonly isAdmin: boolean;
  readonly isAdviser: boolean;
}

/** Combines the database's relationship with what the process knows. Admins and advisors can write to people, who can then reply. */
export const sendContextOf = (
  me: ChatUser,
  connect: boolean,
  row: SendContextRow,
): SendContext => ({
  who: row.who,
  requests: row.requests,
  connect,
  isStaff: me.isAdmin || me.isAdviser,
  isBlocked: row.is_blocked,
  isGone: row.is_disabled,
  isConnected: connect && row.is_accepted === true,
  sharesGroup: row.shares_group,
});

/** Returns whether the person exists for the viewer: not disabled, blocked, or on hold and unknown. */
export const isVisibleTo = (me: ChatUser, connect: boolean, row: SendContextRow): boolean =>
  !row.is_disabled &&
  !row.is_blocked &&
  (!row.has_hold ||
    me.isAdmin ||
    me.isAdviser ||
    row.requested_by !== null ||
    (connect && row.is_accepted === true));

/** Returns whether a person can write in a conversation, and why. */
export const sendPermissionIn = (
  me: ChatUser,
  connect: boolean,
  membership: MembershipRow,
  now: Date,
): { may: SendPermission } | { denied: SendDenial } => {
  if (membership.left_seq !== null) return { denied: 'left' };
  if (membership.closes_ms !== null && membership.closes_ms <= now.getTime())
    return { denied: 'closed' };
  if (membership.kind === 'group') return { may: 'policy' };
  if (membership.send_context === null) return { denied: 'gone' };
  return sendPermissionTo(sendContextOf(me, connect, membership.send_context), {
    request: membership.other_request_state,
    isOpen: membership.is_open,
  });
};

/** Returns whether the conversation is visible. A direct one isn't during a block, or before its first message. */
export const isVisible = (membership: MembershipRow): boolean =>
  membership.is_shown && membership.send_context?.is_blocked !== true;

/** Returns the last message that the participant can see. */
export const endOf = ({
  last_seq,
  left_seq,
}: Pick<MembershipRow, 'last_seq' | 'left_seq'>): number =>
  Math.min(last_seq, left_seq ?? last_seq);

/**
 * Returns the last message with which visible people joined, which isn't after the viewer left. A conversation without messages also has
 * participants.
 */
export const metUntil = ({
  last_seq,
  left_seq,
}: Pick<MembershipRow, 'last_seq' | 'left_seq'>): number => left_seq ?? last_seq + 1;

/** Returns the range that the participant can read. */
export const rangeOf = (membership: MembershipRow) => ({
  conversation: membership.id,
  first: membership.first_seq,
  last: endOf(membership),
});

/** Group owners can delete messages of others. */
export const canModerate = (membership: MembershipRow): boolean =>
  membership.kind === 'group' && membership.left_seq === null && membership.role === 'owner';

/** Owners can rename a group and remove people. A course chat follows its course. */
export const canManage = (membership: MembershipRow): boolean =>
  canModerate(membership) && !membership.is_course;

/** Every member can add people that they can write to, except to a course chat. */
export const canAdd = (membership: MembershipRow): boolean =>
  membership.kind === 'group' && membership.left_seq === null && !membership.is_course;

export const canLeave = canAdd;

/** Small conversations show who has received and read a message. */
export const showsReceipts = ({ participant_count }: { participant_count: number }): boolean =>
  participant_count <= receiptsMax;
