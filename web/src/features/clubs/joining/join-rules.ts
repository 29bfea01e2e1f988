import type { JoinableClub } from './membership.data.ts';

/** The action of a club's button. */
export type JoinState =
  | 'join'
  | 'accept'
  | 'request'
  | 'requested'
  | 'member'
  | 'invitation'
  | 'closed';

/** Null if the user can't join and isn't a member, so no button is needed. */
export const joinStateOf = ({ mine, can, membership }: JoinableClub): JoinState | null => {
  if (mine === 'member' || mine === 'requested') return mine;
  if (mine === 'invited' && can.join) return 'accept';
  if (can.join) return 'join';
  if (can.request) return 'request';
  return membership === 'invitation' || membership === 'closed' ? membership : null;
};
