/** Limits of calendar files and recurrence rules. */
export const calendarLimits = {
  icsBytes: 5 * 1024 * 1024,
  icsComponents: 50_000,
  icsDepth: 8,
  icsProperties: 500_000,
  icsParameters: 100,
  /** EXDATE and RDATE together. */
  icsDates: 50_000,
  /** Time zones that a file defines itself, and clock changes in one of them. */
  icsZones: 200,
  icsZoneChanges: 2_000,
  /** Occurrences from reading one calendar. */
  occurrences: 50_000,
  windowYears: 20,
  /** Characters of a rule created here. Subscribed calendars can have longer rules. */
  ruleLength: 500,
  ruleCount: 1_000,
  ruleInterval: 1_000,
  ruleYears: 10,
  exceptions: 1_000,
  timedMinutes: 60 * 24 * 31,
  allDayDays: 366,
  firstYear: 1900,
  lastYear: 2200,
} as const;

/** Error codes for the times and the recurrence of an item. */
export const seriesErrors = [
  'time_invalid',
  'time_order',
  'time_length',
  'zone_unknown',
  'rule_invalid',
  'rule_frequency',
  'rule_part',
  'rule_count',
  'rule_until',
  'rule_interval',
  'rule_never',
  'rule_start',
  'rule_too_dense',
  'exceptions_too_many',
] as const;
