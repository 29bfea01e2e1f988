/** What is submitted of events for approval (contract/src/approvals/kinds.ts). */
export const approvalKinds = ['event', 'event_proposal'] as const;
