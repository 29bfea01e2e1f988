/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  clubRegistrations: '/club-registrations',
  clubApplication: '/club-registrations/$applicationId',
  adminClubRegistration: '/admin/club-registration',
} as const;
