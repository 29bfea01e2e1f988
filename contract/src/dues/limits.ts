/* Limits and lists of dues. This file doesn't import zod because the browser uses it at run time. */

export const duesLimits = {
  name: 80,
  /** Plans of a club that members can pay. */
  plans: 20,
  months: 120,
  graceDays: 365,
  graceDaysDefault: 14,
  reason: 500,
  search: 100,
  /** Hours after which a member can be reminded again. */
  reminderHours: 24,
  /** Maximum people in the preview of a reminder. */
  preview: 200,
  exported: 20_000,
} as const;

export const duesStates = ['none', 'due', 'paid', 'grace', 'lapsed', 'waived'] as const;
export type DuesState = (typeof duesStates)[number];

/** States of members who can be reminded. */
export const owingStates = ['due', 'grace', 'lapsed'] as const satisfies readonly DuesState[];
