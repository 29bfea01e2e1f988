/** Submission types of this feature (contract/src/approvals/kinds.ts). */
export const approvalKinds = ['experience'] as const;
