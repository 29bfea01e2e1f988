/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  club_closed: { status: 409, message: 'This club isn’t accepting new members.' },
  club_by_invitation: {
    status: 409,
    message: 'You need an invitation to join this club. Ask an officer for one.',
  },
  club_inactive: {
    status: 409,
    message: 'This club is inactive, so you can’t change it. Contact an admin.',
  },
  club_membership_refused: {
    status: 403,
    message: 'You can’t join this club. Ask one of its officers.',
  },
  club_not_shared: {
    status: 404,
    message: 'This club isn’t public. Sign in if you belong to this school.',
  },
  club_link_ended: {
    status: 409,
    message: 'This invitation link no longer works. Ask an officer of the club for a new one.',
  },
  too_many_club_links: {
    status: 409,
    message: 'A club can have up to {max} active invitation links. Revoke one first.',
  },
  club_last_officer: {
    status: 409,
    message: 'A club needs an officer. Assign a position to someone else first.',
  },
  club_officers_locked: {
    status: 409,
    message: 'This club’s officers are locked. Ask an admin to change them.',
  },
  club_changed: {
    status: 409,
    message: 'Someone else just changed this club. Reload it, then edit it again.',
  },
  club_member_changed: {
    status: 409,
    message: 'Someone else just changed one of these members. Reload them, then try again.',
  },
  club_ring: { status: 409, message: 'A club can’t be part of itself. Choose another one.' },
  club_label_taken: { status: 409, message: 'There’s already one with that name. Choose another.' },
  club_label_unknown: {
    status: 422,
    message: 'This type, category or tag no longer exists. Choose another one.',
  },
  too_many_club_labels: {
    status: 409,
    message: 'You’ve reached the limit of {max} types, categories and tags. Delete one first.',
  },
} as const;
