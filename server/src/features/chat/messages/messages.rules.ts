import { editMinutes } from '#contract/chat/limits.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** The reason why a person can't write in a conversation. */
export type SendDenial = 'left' | 'blocked' | 'policy' | 'gone' | 'request' | 'closed';
/**
 * The reason why a person can write: the school's policy, an accepted message request, a staff role, or one message that waits for
 * acceptance.
 */
export type SendPermission = 'policy' | 'accepted' | 'staff' | 'request';

export type ChatAudience = 'connections' | 'groups' | 'anyone';
export type RequestState = 'waiting' | 'accepted' | 'declined';

/** A person's relationship to another, with the school's settings. */
export interface SendContext {
  readonly who: ChatAudience;
  readonly requests: boolean;
  /** True if the school lets people connect. Otherwise, no one could write to anyone. */
  readonly connect: boolean;
  readonly isStaff: boolean;
  readonly isBlocked: boolean;
  readonly isGone: boolean;
  readonly isConnected: boolean;
  readonly sharesGroup: boolean;
}

const policyAllows = ({ who, connect, isConnected, sharesGroup }: SendContext): boolean => {
  if (who === 'anyone' || !connect) return true;
  return isConnected || (who === 'groups' && sharesGroup);
};

/**
 * Returns whether a person can write to another, and why. `request`: the other's answer to a message request. `isOpen`: they have exchanged
 * messages. A declined request looks like a pending one, so that the sender doesn't learn of it.
 */
export const sendPermissionTo = (
  to: SendContext,
  { request, isOpen }: { request: RequestState | null; isOpen: boolean },
): { may: SendPermission } | { denied: SendDenial } => {
  if (to.isBlocked) return { denied: 'blocked' };
  if (to.isGone) return { denied: 'gone' };
  if (policyAllows(to)) return { may: 'policy' };
  if (to.isStaff) return { may: 'staff' };
  if (request === 'accepted') return { may: 'accepted' };
  if (request !== null) return { denied: 'request' };
  return to.requests && !isOpen ? { may: 'request' } : { denied: 'policy' };
};

/**
 * Returns how sending a message changes the message requests of two people. If the policy doesn't let the recipient reply, sending gives
 * them permission. Replying to a request accepts it. A message that needs no request clears a pending one.
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

/** The error codes. A block isn't revealed: the conversation doesn't exist. */
export const codeOf: Record<SendDenial, ErrorCode> = {
  left: 'chat_left',
  blocked: 'not_found',
  gone: 'chat_not_allowed',
  policy: 'chat_not_allowed',
  request: 'chat_not_allowed',
  closed: 'chat_closed',
};

/** Returns whether the author can still edit a message. */
export const canStillEdit = (sentAt: Date, now: Date): boolean =>
  now.getTime() - sentAt.getTime() <= editMinutes * 60_000;

export type Deletion = 'author' | 'owner' | 'moderator';

/** Returns who deleted a message, as others will see it. Null if they can't delete it. Admins act as admins, even in their own group. */
export const deletionBy = (who: {
  isAuthor: boolean;
  isOwner: boolean;
  isAdmin: boolean;
}): Deletion | null => {
  if (who.isAuthor) return 'author';
  if (who.isAdmin) return 'moderator';
  return who.isOwner ? 'owner' : null;
};
