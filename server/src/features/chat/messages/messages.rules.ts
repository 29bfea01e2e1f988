import { editMinutes } from '#contract/chat/limits.ts';
import type { ErrorCode } from '#contract/errors.ts';

/** Why somebody cannot write in a conversation. */
export type SendRefusal = 'left' | 'blocked' | 'policy' | 'gone' | 'request';
/** Why they can: the school's policy, an open door, an office, or one message that waits until it is accepted. */
export type Passage = 'policy' | 'door' | 'office' | 'request';

export type Who = 'connections' | 'groups' | 'anyone';
export type Door = 'waiting' | 'accepted' | 'declined';

/** How somebody stands to one other person, with what their school says. */
export interface Reach {
  readonly who: Who;
  readonly requests: boolean;
  /** Whether the school lets people connect; without connections nobody could write to anybody. */
  readonly connect: boolean;
  readonly isOffice: boolean;
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
 * Whether somebody may write to another, and why. `door`: the other's; `isOpen`: messages have been written between the two.
 * A declined request reads as one that waits: the sender learns nothing.
 */
export const passageTo = (
  reach: Reach,
  { door, isOpen }: { door: Door | null; isOpen: boolean },
): { may: Passage } | { refusal: SendRefusal } => {
  if (reach.isBlocked) return { refusal: 'blocked' };
  if (reach.isGone) return { refusal: 'gone' };
  if (policyAllows(reach)) return { may: 'policy' };
  if (reach.isOffice) return { may: 'office' };
  if (door === 'accepted') return { may: 'door' };
  if (door !== null) return { refusal: 'request' };
  return reach.requests && !isOpen ? { may: 'request' } : { refusal: 'policy' };
};

/**
 * What a message does to the two doors. Whoever writes to somebody whom the policy does not let answer opens their own; answering
 * a request accepts it; and a message that needs no door leaves none half open.
 */
export const doorsAfter = (
  passage: Passage,
  doors: { own: Door | null; other: Door | null },
): { own: Door | null; other: Door | null } => {
  if (passage === 'request') return { own: 'accepted', other: 'waiting' };
  const own =
    passage === 'office' || (doors.own !== null && doors.own !== 'accepted')
      ? 'accepted'
      : doors.own;
  return { own, other: doors.other === 'accepted' ? 'accepted' : null };
};

/** The code a refusal answers with. Of a block nothing is told: the conversation is not there. */
export const codeOf: Record<SendRefusal, ErrorCode> = {
  left: 'chat_left',
  blocked: 'not_found',
  gone: 'chat_not_allowed',
  policy: 'chat_not_allowed',
  request: 'chat_not_allowed',
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
