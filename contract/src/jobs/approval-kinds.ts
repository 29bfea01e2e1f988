/** Submission types of this feature (contract/src/approvals/kinds.ts). */
export const approvalKinds = ['job'] as const;
