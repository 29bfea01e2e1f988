export const paths = {
  clubRegistrations: '/club-registrations',
  clubApplication: '/club-registrations/$applicationId',
  adminClubRegistration: '/admin/club-registration',
} as const;
