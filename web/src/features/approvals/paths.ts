/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  approvals: '/approvals',
  approval: '/approvals/$submissionId',
  adminApprovals: '/admin/approvals',
} as const;
