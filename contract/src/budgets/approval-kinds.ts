/** Submission types of this feature (contract/src/approvals/kinds.ts). */
export const approvalKinds = ['budget_request'] as const;
