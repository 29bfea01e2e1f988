/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  adminInvitations: '/admin/invitations',
} as const;
