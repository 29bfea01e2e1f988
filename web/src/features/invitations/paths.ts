export const paths = {
  adminInvitations: '/admin/invitations',
} as const;
