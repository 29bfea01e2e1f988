/** How much of a calendar is read, and how far a rule may reach. */
export const calendarLimits = {
  icsBytes: 5 * 1024 * 1024,
  icsComponents: 50_000,
  icsDepth: 8,
  icsProperties: 500_000,
  icsParameters: 100,
  /** Of EXDATE and RDATE together. */
  icsDates: 50_000,
  /** Zones that a file defines itself, and changes of the clock in one. */
  icsZones: 200,
  icsZoneChanges: 2_000,
  /** Occurrences that one reading of a calendar gives. */
  occurrences: 50_000,
  windowYears: 20,
  /** Of events made here; calendars from elsewhere may have longer rules. */
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

/** What the times and the repetition of something can be refused for. */
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
