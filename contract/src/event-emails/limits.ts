/* Limits of e-mails about events. No zod here: the browser imports these at run time. */

/** Which attendees an e-mail is for: all but those who canceled, or those of some statuses. */
export const eventEmailAudiences = ['all', 'statuses'] as const;

/** Statuses that an e-mail can go to. Whoever canceled gets no more. */
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
  /** Drafts and scheduled e-mails about one event. */
  unsent: 20,
  /** E-mails about one event that are scheduled within a day. */
  aDay: 10,
} as const;
