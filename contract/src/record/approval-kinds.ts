/** What of the co-curricular record is submitted for verification (contract/src/approvals/kinds.ts). */
export const approvalKinds = ['experience'] as const;
