/** Submission types of this feature (contract/src/approvals/kinds.ts). */
export const approvalKinds = ['event', 'event_proposal'] as const;
