/** Content types of this feature that people can report (contract/src/reports/kinds.ts). Topics and news are posts of a club. */
export const reportKinds = ['post', 'comment', 'topic', 'news'] as const;
