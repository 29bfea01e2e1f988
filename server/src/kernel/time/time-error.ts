/** Errors of a time, a rule or a calendar file. Codes never change their meaning. */
export type TimeErrorCode =
  | 'time_invalid'
  | 'time_order'
  | 'time_length'
  | 'zone_unknown'
  | 'window_invalid'
  | 'window_too_long'
  | 'rule_invalid'
  | 'rule_frequency'
  | 'rule_part'
  | 'rule_count'
  | 'rule_until'
  | 'rule_interval'
  | 'rule_never'
  | 'rule_start'
  | 'rule_too_dense'
  | 'exceptions_too_many'
  | 'occurrence_unknown'
  | 'occurrences_too_many'
  | 'ics_too_large'
  | 'ics_empty'
  | 'ics_syntax'
  | 'ics_components'
  | 'ics_depth'
  | 'ics_value'
  | 'ics_zone'
  | 'ics_too_slow';

/** An invalid time, rule or calendar. The message is one sentence for the sender. */
export class TimeError extends Error {
  override name = 'TimeError';
  readonly code: TimeErrorCode;
  /** Line of the calendar file that contains the error. */
  line: number | undefined;

  constructor(code: TimeErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
