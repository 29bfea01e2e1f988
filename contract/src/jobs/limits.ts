/* Limits and lists of jobs. This file doesn't import zod because the browser uses it at run time. */

export const jobLimits = {
  title: 120,
  employer: 120,
  description: 4_000,
  requirements: 2_000,
  place: 120,
  hours: 80,
  url: 500,
  /** Highest amount of pay, in minor units. */
  amount: 1_000_000_000_000,
  note: 2_000,
  files: 5,
  message: 1_000,
  search: 100,
  /** Days within which `closesWithin` looks. */
  closesWithin: 90,
  /** Jobs of a club, or of the school. */
  jobs: 1_000,
  /** Saved searches of a person. */
  searches: 20,
  /** Days after closing until applications are deleted. */
  applicationDays: 180,
} as const;

export const jobKinds = [
  'on_campus',
  'part_time',
  'full_time',
  'internship',
  'research',
  'volunteer',
] as const;
export type JobKind = (typeof jobKinds)[number];

export const jobStates = ['draft', 'in_approval', 'open', 'closed'] as const;
export type JobState = (typeof jobStates)[number];

export const payPeriods = ['hour', 'month', 'year', 'once'] as const;
export type PayPeriod = (typeof payPeriods)[number];

/** `all`: open jobs, and those that the person manages. */
export const jobLists = ['all', 'open', 'saved', 'applied', 'managed'] as const;
export type JobListName = (typeof jobLists)[number];

/** `sent` until the poster decides. */
export const applicationStates = ['sent', 'shortlisted', 'declined', 'hired'] as const;
export type ApplicationState = (typeof applicationStates)[number];

/** When a saved search notifies its owner of new jobs. */
export const jobAlerts = ['off', 'daily', 'instant'] as const;
export type JobAlert = (typeof jobAlerts)[number];
