/** Limits of invitations. This file doesn't import zod because the browser uses it at run time. */
export const invitationLimits = {
  /** Lifetime of the link in days. */
  days: 7,
  /** People in one call. */
  people: 100,
  /** Calls by one admin per hour. */
  callsAnHour: 60,
} as const;
