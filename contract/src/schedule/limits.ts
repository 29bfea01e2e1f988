/** How much of schedules is read at once. */
export const scheduleLimits = {
  /** Days that one call looks ahead where it says nothing else, and at most. */
  days: 180,
  daysMax: 400,
  page: 200,
  /** Items of one filter of the own schedule, and bytes of the form that sets them. */
  items: 200,
  formBytes: 100_000,
  /** Free hours: people, days, and how short they may be, in minutes. */
  people: 20,
  freeDays: 31,
  freeMinutes: 15,
  freeHourly: 120,
} as const;

/** Filters of the own schedule, in the order in which they are offered. */
export const scheduleFilters = ['terms', 'courses', 'kinds'] as const;
export type ScheduleFilter = (typeof scheduleFilters)[number];

/** Who may ask for somebody's free hours. */
export const freeHoursAudiences = ['nobody', 'connections', 'school'] as const;
export type FreeHoursAudience = (typeof freeHoursAudiences)[number];

/** Orders of the schedule. */
export const scheduleOrders = [
  'DateStartAsc',
  'DateStartDesc',
  'TitleAsc',
  'TitleDesc',
  'CourseAsc',
  'CourseDesc',
] as const;
export type ScheduleOrder = (typeof scheduleOrders)[number];
