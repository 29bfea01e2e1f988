import { editMinutes } from '#contract/chat/limits.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** Why somebody cannot write in a conversation. */
export type SendDenial = 'left' | 'blocked' | 'policy' | 'gone' | 'request' | 'closed';
/** Why they can: the school's policy, an accepted message request, a staff role, or one message that waits until it is accepted. */
export type SendPermission = 'policy' | 'accepted' | 'staff' | 'request';

export type Who = 'connections' | 'groups' | 'anyone';
export type RequestState = 'waiting' | 'accepted' | 'declined';

/** How somebody stands to one other person, with what their school says. */
export interface Reach {
  readonly who: Who;
  readonly requests: boolean;
  /** Whether the school lets people connect; without connections nobody could write to anybody. */
  readonly connect: boolean;
  readonly isStaff: boolean;
  readonly isBlocked: boolean;
  readonly isGone: boolean;
  readonly isConnected: boolean;
  readonly sharesGroup: boolean;
}

const policyAllows = ({ who, connect, isConnected, sharesGroup }: Reach): boolean => {
  if (who === 'anyone' || !connect) return true;
  return isConnected || (who === 'groups' && sharesGroup);
};

/**
 * Whether somebody may write to another, and why. `request`: how the other answered a message request; `isOpen`: messages have been written between the two.
 * A declined request reads as one that waits: the sender learns nothing.
 */
export const sendPermissionTo = (
  reach: Reach,
  { request, isOpen }: { request: RequestState | null; isOpen: boolean },
): { may: SendPermission } | { denied: SendDenial } => {
  if (reach.isBlocked) return { denied: 'blocked' };
  if (reach.isGone) return { denied: 'gone' };
  if (policyAllows(reach)) return { may: 'policy' };
  if (reach.isStaff) return { may: 'staff' };
  if (request === 'accepted') return { may: 'accepted' };
  if (request !== null) return { denied: 'request' };
  return reach.requests && !isOpen ? { may: 'request' } : { denied: 'policy' };
};

/**
 * What a message does to the message requests between two people. Whoever writes to somebody whom the policy does not let answer
 * accepts in advance; answering a request accepts it; and a message that needs no request leaves none pending.
 */
export const requestsAfter = (
  permission: SendPermission,
  requests: { own: RequestState | null; other: RequestState | null },
): { own: RequestState | null; other: RequestState | null } => {
  if (permission === 'request') return { own: 'accepted', other: 'waiting' };
  const own =
    permission === 'staff' || (requests.own !== null && requests.own !== 'accepted')
      ? 'accepted'
      : requests.own;
  return { own, other: requests.other === 'accepted' ? 'accepted' : null };
};

/** The error code that is answered. Of a block nothing is said: the conversation is not there. */
export const codeOf: Record<SendDenial, ErrorCode> = {
  left: 'chat_left',
  blocked: 'not_found',
  gone: 'chat_not_allowed',
  policy: 'chat_not_allowed',
  request: 'chat_not_allowed',
  closed: 'chat_closed',
};

/** Until when an own message can be edited. */
export const canStillEdit = (sentAt: Date, now: Date): boolean =>
  now.getTime() - sentAt.getTime() <= editMinutes * 60_000;

export type Deletion = 'author' | 'owner' | 'moderator';

/** Who deletes a message, as it is told afterwards; null: they may not. Who runs the campus does it in its name, also in a group of their own. */
export const deletionBy = (who: {
  isAuthor: boolean;
  isOwner: boolean;
  isAdmin: boolean;
}): Deletion | null => {
  if (who.isAuthor) return 'author';
  if (who.isAdmin) return 'moderator';
  return who.isOwner ? 'owner' : null;
};
