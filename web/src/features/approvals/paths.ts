export const paths = {
  approvals: '/approvals',
  approval: '/approvals/$submissionId',
  adminApprovals: '/admin/approvals',
} as const;
