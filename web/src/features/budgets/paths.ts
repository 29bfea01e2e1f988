/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  budgetRequest: '/budget-requests/$requestId',
  adminBudgets: '/admin/budgets',
} as const;
