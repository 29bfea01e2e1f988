/** Submission types of this feature (contract/src/approvals/kinds.ts). */
export const approvalKinds = ['club_registration', 'club_renewal'] as const;
