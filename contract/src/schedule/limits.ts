/** Limits of schedule calls. */
export const scheduleLimits = {
  /** Days that one call looks ahead: the default, and the maximum. */
  days: 180,
  daysMax: 400,
  page: 200,
  /** Items of one schedule filter, and bytes of the form that sets them. */
  items: 200,
  formBytes: 100_000,
  /** Common free time: people, days, minimum minutes, and calls per hour. */
  people: 20,
  freeDays: 31,
  freeMinutes: 15,
  freeHourly: 120,
} as const;

/** Schedule filters, in the order of the web app. */
export const scheduleFilters = ['terms', 'courses', 'kinds'] as const;
export type ScheduleFilter = (typeof scheduleFilters)[number];

/** Audiences that can see a person's availability. */
export const freeHoursAudiences = ['nobody', 'connections', 'school'] as const;
export type FreeHoursAudience = (typeof freeHoursAudiences)[number];

export const scheduleOrders = [
  'DateStartAsc',
  'DateStartDesc',
  'TitleAsc',
  'TitleDesc',
  'CourseAsc',
  'CourseDesc',
] as const;
export type ScheduleOrder = (typeof scheduleOrders)[number];
