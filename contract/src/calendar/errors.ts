/** Errors of times, rules and calendar files (contract/src/errors.ts). They are the codes of `TimeError`. */
export const errors = {
  time_invalid: {
    status: 422,
    message:
      'This isn’t a date or time. Use a format such as 2026-11-25T10:00:00Z, 2026-11-25T10:00 or 2026-11-25.',
  },
  time_order: { status: 422, message: 'The end is before the start.' },
  time_length: { status: 422, message: 'This is too long.' },
  zone_unknown: { status: 422, message: 'There’s no time zone with this name.' },
  window_invalid: { status: 422, message: 'The end of the period is before its start.' },
  window_too_long: { status: 422, message: 'This period is too long.' },
  rule_invalid: { status: 422, message: 'This recurrence rule can’t be read.' },
  rule_frequency: {
    status: 422,
    message: 'Events can repeat daily, weekly, monthly or yearly.',
  },
  rule_part: {
    status: 422,
    message: 'BYHOUR, BYMINUTE and BYSECOND aren’t supported. The time comes from the start.',
  },
  rule_count: { status: 422, message: 'This repeats too often. Choose an earlier end.' },
  rule_until: {
    status: 422,
    message: 'The recurrence has to end after the start, and within 10 years.',
  },
  rule_interval: { status: 422, message: 'The recurrence interval is too long.' },
  rule_never: { status: 422, message: 'This recurrence has no dates.' },
  rule_start: { status: 422, message: 'The start isn’t on one of the recurrence dates.' },
  rule_too_dense: { status: 422, message: 'This repeats too often.' },
  exceptions_too_many: {
    status: 422,
    message: 'This has too many exceptions. Split it into two series.',
  },
  occurrence_unknown: { status: 422, message: 'There’s no such date in this series.' },
  occurrences_too_many: { status: 422, message: 'This calendar has too many dates.' },
  ics_too_large: { status: 422, message: 'This calendar file is too large.' },
  ics_empty: { status: 422, message: 'This file doesn’t contain a calendar.' },
  ics_syntax: { status: 422, message: 'This isn’t a valid calendar file.' },
  ics_components: { status: 422, message: 'This calendar file has too many components.' },
  ics_depth: { status: 422, message: 'This calendar file is nested too deeply.' },
  ics_value: { status: 422, message: 'This calendar file has a value that can’t be read.' },
  ics_zone: { status: 422, message: 'This calendar file has a time zone that can’t be read.' },
  ics_too_slow: { status: 422, message: 'This calendar takes too long to read.' },
} as const;
