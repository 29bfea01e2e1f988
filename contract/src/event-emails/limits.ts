/* Limits of event emails. This file doesn't import zod because the browser uses it at run time. */

/** Audiences of an event email: everyone except people who canceled, or people with certain statuses. */
export const eventEmailAudiences = ['all', 'statuses'] as const;

/** Statuses that an email can be sent to. People who canceled get no emails. */
export const emailedStatuses = [
  'registered',
  'waiting',
  'requested',
  'maybe',
  'attended',
  'absent',
  'excused',
] as const;

export const eventEmailLimits = {
  /** Drafts and scheduled emails about one event. */
  unsent: 20,
  /** Emails about one event that can be scheduled within a day. */
  aDay: 10,
} as const;
