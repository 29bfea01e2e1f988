/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  club_registration_closed: { status: 409, message: 'Clubs can’t be registered here right now.' },
  too_many_club_registrations: {
    status: 409,
    message: 'You can have up to {max} registrations at a time. Delete a draft first.',
  },
  club_renewal_not_open: { status: 409, message: 'There’s no renewal open for this club.' },
  club_application_changed: {
    status: 409,
    message: 'Someone else just changed this. Reload it, then edit it again.',
  },
  club_application_locked: {
    status: 409,
    message: 'This has been submitted, so it can’t change until there is a decision.',
  },
  club_application_incomplete: { status: 422, message: 'Some parts still need attention.' },
  club_officer_settled: {
    status: 409,
    message: 'You already hold this position. Leave it in the club instead.',
  },
  club_positions_unknown: { status: 422, message: 'This position no longer exists.' },
  club_window_times: {
    status: 422,
    message: 'The renewal has to close after it opens, and later than now.',
  },
  club_registration_changed: {
    status: 409,
    message: 'Someone else just changed these settings. Reload them, then try again.',
  },
} as const;
