/** What a report can be about (contract/src/reports/kinds.ts); topics and news are posts of a club. */
export const reportKinds = ['post', 'comment', 'topic', 'news'] as const;
