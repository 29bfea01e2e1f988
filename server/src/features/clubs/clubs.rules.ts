import type { ClubCan } from '#contract/clubs/endpoints.ts';
import type { ClubStatus, MemberReader, MembershipMode } from '#contract/clubs/limits.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { ClubAccess } from './club-access.ts';

/** The facts about a club and the caller's membership that rules need. */
export interface ClubState {
  readonly id: number;
  readonly status: ClubStatus;
  readonly membership: MembershipMode;
  readonly members_seen_by: MemberReader;
  readonly are_officers_locked: boolean;
  readonly deleted_at: Date | null;
  readonly my_status: 'member' | 'requested' | 'invited' | 'banned' | null;
  readonly my_since: Date | null;
  /** Name of the caller’s position. */
  readonly my_position: string | null;
  readonly can_see_members: boolean;
}

/** Returns whether the club can change. Frozen and archived clubs are read-only. */
export const isWritable = ({
  status,
  deleted_at,
}: Pick<ClubState, 'status' | 'deleted_at'>): boolean =>
  deleted_at === null && (status === 'active' || status === 'pending');

/** Returns the status of someone who wants to join, or why they can't. */
export const nextMembership = (
  club: Omit<ClubState, 'can_see_members'>,
): { status: 'member' | 'requested' } | { refused: ErrorCode } => {
  if (club.my_status === 'member') return { status: 'member' };
  if (club.my_status === 'banned') return { refused: 'club_membership_refused' };
  if (!isWritable(club) || club.status === 'pending') return { refused: 'club_inactive' };
  if (club.my_status === 'invited' || club.membership === 'open') return { status: 'member' };
  if (club.membership === 'request') return { status: 'requested' };
  // The request was sent when that was possible, so it stays.
  if (club.my_status === 'requested') return { status: 'requested' };
  return { refused: club.membership === 'closed' ? 'club_closed' : 'club_by_invitation' };
};

/** Returns whether the caller can change officers. If the officers are locked, only staff can. */
export const canManageOfficers = (club: ClubState, access: ClubAccess): boolean =>
  access.isStaff || (!club.are_officers_locked && access.may(club.id, 'clubs.manage_officers'));

/** Returns whether the caller can leave, without considering the last officer. */
const canLeave = (club: ClubState): boolean =>
  club.my_status === 'invited' ||
  (club.my_status === 'member' && (club.my_position === null || !club.are_officers_locked));

export const canOf = (club: ClubState, access: ClubAccess): ClubCan => {
  const next = nextMembership(club);
  const isNew = club.my_status !== 'member' && club.my_status !== 'requested';
  const writes = isWritable(club);
  return {
    join: 'status' in next && next.status === 'member' && club.my_status !== 'member',
    request: 'status' in next && next.status === 'requested' && isNew,
    withdraw: club.my_status === 'requested',
    leave: canLeave(club),
    seeMembers: club.can_see_members,
    manage: access.canAny(club.id),
    edit: access.isStaff || (writes && access.may(club.id, 'clubs.edit')),
    manageMembers: writes && access.may(club.id, 'clubs.manage_members'),
    sendEmails: access.may(club.id, 'emails.send'),
    manageOfficers: writes && canManageOfficers(club, access),
    delete: access.isStaff && club.deleted_at === null,
    restore: access.isStaff && club.deleted_at !== null,
  };
};
