/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  club_registration_closed: {
    status: 409,
    message: 'Club registration is closed right now. Try again later.',
  },
  too_many_club_registrations: {
    status: 409,
    message: 'You can have up to {max} registrations at a time. Delete a draft first.',
  },
  club_renewal_not_open: {
    status: 409,
    message: 'Renewal isn’t open for this club. Try again later.',
  },
  club_application_changed: {
    status: 409,
    message: 'Someone else just changed this. Reload it, then edit it again.',
  },
  club_application_locked: {
    status: 409,
    message: 'You’ve already submitted this. You can change it after the decision.',
  },
  club_application_incomplete: {
    status: 422,
    message: 'Some parts are incomplete. Complete them, then try again.',
  },
  club_officer_settled: {
    status: 409,
    message: 'You already hold this position. To give it up, open the club.',
  },
  club_positions_unknown: {
    status: 422,
    message: 'This position no longer exists. Choose another one.',
  },
  club_window_times: {
    status: 422,
    message: 'The renewal must close in the future, after it opens. Choose another closing time.',
  },
  club_registration_changed: {
    status: 409,
    message: 'Someone else just changed these settings. Reload the page and try again.',
  },
} as const;
