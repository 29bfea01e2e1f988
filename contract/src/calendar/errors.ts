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
  window_invalid: { status: 422, message: 'The period ends before it starts. Choose a later end.' },
  window_too_long: { status: 422, message: 'This period is too long. Choose a shorter one.' },
  rule_invalid: {
    status: 422,
    message: 'We couldn’t read this recurrence rule. Check its format.',
  },
  rule_frequency: {
    status: 422,
    message: 'We don’t support this frequency. Choose daily, weekly, monthly or yearly.',
  },
  rule_part: {
    status: 422,
    message: 'We don’t support BYHOUR, BYMINUTE and BYSECOND. Set the time in the start instead.',
  },
  rule_count: { status: 422, message: 'This repeats too often. Choose an earlier end.' },
  rule_until: {
    status: 422,
    message: 'The recurrence must end after the start and within 10 years. Choose another end.',
  },
  rule_interval: {
    status: 422,
    message: 'The recurrence interval is too long. Choose a shorter one.',
  },
  rule_never: { status: 422, message: 'This recurrence has no dates. Change the rule.' },
  rule_start: {
    status: 422,
    message: 'The start isn’t on one of the recurrence dates. Choose another start.',
  },
  rule_too_dense: { status: 422, message: 'This repeats too often. Choose a longer interval.' },
  exceptions_too_many: {
    status: 422,
    message: 'This has too many exceptions. Split it into two series.',
  },
  occurrence_unknown: {
    status: 422,
    message: 'This series has no event on that date. Choose another date.',
  },
  occurrences_too_many: { status: 422, message: 'This calendar has too many dates.' },
  ics_too_large: { status: 422, message: 'This calendar file is too large.' },
  ics_empty: { status: 422, message: 'This file doesn’t contain a calendar.' },
  ics_syntax: { status: 422, message: 'This isn’t a valid calendar file.' },
  ics_components: { status: 422, message: 'This calendar file has too many components.' },
  ics_depth: { status: 422, message: 'This calendar file is nested too deeply.' },
  ics_value: {
    status: 422,
    message: 'We couldn’t read a value in this calendar file. Export the calendar again.',
  },
  ics_zone: {
    status: 422,
    message: 'We couldn’t read a time zone in this calendar file. Export the calendar again.',
  },
  ics_too_slow: { status: 422, message: 'This calendar takes too long to read.' },
} as const;
