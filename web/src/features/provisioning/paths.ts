export const paths = {
  adminProvisioning: '/admin/provisioning',
} as const;
