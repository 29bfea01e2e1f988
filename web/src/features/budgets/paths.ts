/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  budgetRequest: '/budget-requests/$requestId',
} as const;
