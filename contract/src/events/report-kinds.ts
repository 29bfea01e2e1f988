/** What a report can be about (contract/src/reports/kinds.ts). */
export const reportKinds = ['event'] as const;
