/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  too_many_dues_plans: {
    status: 409,
    message: 'A club can have up to {max} dues plans. Archive one first.',
  },
  dues_plan_changed: {
    status: 409,
    message: 'Someone else just changed this plan. Reload the page, then edit it again.',
  },
} as const;
