/** What a report can be about (contract/src/reports/kinds.ts). */
export const reportKinds = ['club_file'] as const;
