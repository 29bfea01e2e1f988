/** Content types of this feature that people can report (contract/src/reports/kinds.ts). */
export const reportKinds = ['job'] as const;
