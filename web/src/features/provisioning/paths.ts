/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  adminProvisioning: '/admin/provisioning',
} as const;
