/* Limits of employers. This file doesn't import zod because the browser uses it at run time. */

export const employerLimits = {
  /** Characters of a name. The same as in jobs, which show the name. */
  name: 120,
  website: 500,
  contactName: 80,
  email: 254,
  search: 100,
  /** Employers of a school. */
  employers: 2_000,
  /** Contacts of an employer. */
  contacts: 10,
  /** Jobs of an employer that aren't closed. */
  jobs: 200,
  /** Days that the link of an invitation is valid. */
  invitationDays: 14,
  /** Minutes that a sign-in link is valid. */
  linkMinutes: 30,
  /** Hours until a session expires. */
  sessionHours: 12,
} as const;
