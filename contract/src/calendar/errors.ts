/** Errors of times, rules and calendar files (contract/src/errors.ts). They are the codes of `TimeError`. */
export const errors = {
  time_invalid: {
    status: 422,
    message:
      'This isn’t a date or time. Use a format such as 2026-11-25T10:00:00Z, 2026-11-25T10:00 or 2026-11-25.',
  },
  time_order: { status: 422, message: 'The end is before the start. Choose a later end.' },
  time_length: { status: 422, message: 'This event is too long. Choose an earlier end.' },
  zone_unknown: {
    status: 422,
    message: 'There’s no time zone with this name. Use a name such as Europe/Berlin.',
  },
  window_invalid: {
    status: 422,
    message: 'The end date is before the start date. Choose a later end.',
  },
  window_too_long: { status: 422, message: 'This date range is too long. Choose a shorter one.' },
  rule_invalid: {
    status: 422,
    message: 'We couldn’t read this recurrence rule. Check its format.',
  },
  rule_frequency: {
    status: 422,
    message: 'Events can repeat daily, weekly, monthly or yearly. Choose one of these.',
  },
  rule_part: {
    status: 422,
    message: 'We don’t support BYHOUR, BYMINUTE and BYSECOND. Set the time in the start instead.',
  },
  rule_count: { status: 422, message: 'This repeats too often. Choose an earlier end.' },
  rule_until: {
    status: 422,
    message:
      'Repeats need to end after the start date and within 10 years. Choose another end date.',
  },
  rule_interval: {
    status: 422,
    message: 'The repeat interval is too long. Choose a shorter one.',
  },
  rule_never: { status: 422, message: 'These repeat settings don’t match any date. Change them.' },
  rule_start: {
    status: 422,
    message: 'The start date isn’t one of the repeat days. Choose another start date.',
  },
  rule_too_dense: { status: 422, message: 'This repeats too often. Choose a longer interval.' },
  exceptions_too_many: {
    status: 422,
    message: 'This series has too many exceptions. Split it into two.',
  },
  occurrence_unknown: {
    status: 422,
    message: 'This series has no event on that date. Choose another date.',
  },
  occurrences_too_many: {
    status: 422,
    message: 'This calendar has too many events. Use a smaller calendar.',
  },
  ics_too_large: { status: 422, message: 'This calendar file is too large.' },
  ics_empty: { status: 422, message: 'This file doesn’t contain a calendar.' },
  ics_syntax: { status: 422, message: 'This isn’t a valid calendar file.' },
  ics_components: {
    status: 422,
    message: 'This calendar file has too many items. Export a smaller calendar.',
  },
  ics_depth: { status: 422, message: 'This calendar file is nested too deeply.' },
  ics_value: {
    status: 422,
    message: 'This calendar file contains an invalid value. Export the calendar again.',
  },
  ics_zone: {
    status: 422,
    message: 'This calendar file contains an unknown time zone. Export the calendar again.',
  },
  ics_too_slow: { status: 422, message: 'This calendar takes too long to read.' },
} as const;
