import type { JoinableClub } from './clubs.data.ts';

/** What the button of a club says. */
export type JoinState =
  | 'join'
  | 'accept'
  | 'request'
  | 'requested'
  | 'member'
  | 'invitation'
  | 'closed';

/** Null where a club can only be read and one is nothing to it: there is nothing to press and nothing to hope for. */
export const joinStateOf = ({ mine, can, membership }: JoinableClub): JoinState | null => {
  if (mine === 'member' || mine === 'requested') return mine;
  if (mine === 'invited' && can.join) return 'accept';
  if (can.join) return 'join';
  if (can.request) return 'request';
  return membership === 'invitation' || membership === 'closed' ? membership : null;
};
