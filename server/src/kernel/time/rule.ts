import { TimeError, type TimeErrorCode } from './time-error.ts';

export type Frequency =
  | 'SECONDLY'
  | 'MINUTELY'
  | 'HOURLY'
  | 'DAILY'
  | 'WEEKLY'
  | 'MONTHLY'
  | 'YEARLY';
const frequencies: readonly string[] = [
  'SECONDLY',
  'MINUTELY',
  'HOURLY',
  'DAILY',
  'WEEKLY',
  'MONTHLY',
  'YEARLY',
] satisfies Frequency[];

/** Monday first. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;

/** The parts of a recurrence rule that are lists of numbers, with their ranges. */
const numberLists = {
  BYSECOND: { least: 0, most: 60, isSigned: false },
  BYMINUTE: { least: 0, most: 59, isSigned: false },
  BYHOUR: { least: 0, most: 23, isSigned: false },
  BYMONTHDAY: { least: 1, most: 31, isSigned: true },
  BYYEARDAY: { least: 1, most: 366, isSigned: true },
  BYWEEKNO: { least: 1, most: 53, isSigned: true },
  BYMONTH: { least: 1, most: 12, isSigned: false },
  BYSETPOS: { least: 1, most: 366, isSigned: true },
} as const;
export type NumberList = keyof typeof numberLists;

/** A parsed and validated recurrence rule (RFC 5545 3.3.10). */
export interface Rule {
  readonly frequency: Frequency;
  readonly interval: number;
  readonly count?: number;
  /** `20261231`, `20261231T100000` or `20261231T100000Z`. */
  readonly until?: string;
  /** For example, `MO` or `-1FR`. */
  readonly weekdays?: readonly string[];
  readonly weekStart: string;
  readonly lists: Readonly<Partial<Record<NumberList, readonly number[]>>>;
}

const refuse = (code: TimeErrorCode, message: string): never => {
  throw new TimeError(code, message);
};

const readWhole = (text: string): number | undefined =>
  /^[+-]?\d{1,10}$/.test(text) ? Number(text) : undefined;

/** Splits a list. Some programs add spaces, against RFC 5545. */
const itemsOf = (text: string): string[] => text.split(/[,\s]+/).filter((item) => item !== '');

const readList = (name: NumberList, text: string): readonly number[] => {
  const { least, most, isSigned } = numberLists[name];
  const numbers = itemsOf(text).map((item) => readWhole(item) ?? Number.NaN);
  const isFine = (number: number) => {
    const size = isSigned ? Math.abs(number) : number;
    return size >= least && size <= most;
  };
  if (!numbers.every(isFine))
    refuse('rule_part', `${name} of a rule takes numbers from ${least} to ${most}.`);
  return [...new Set(numbers)].toSorted((a, b) => a - b);
};

const readWeekdays = (text: string): readonly string[] => {
  const items = itemsOf(text.toUpperCase());
  for (const item of items) {
    const number = Number(/^([+-]?\d{1,2})?(?:MO|TU|WE|TH|FR|SA|SU)$/.exec(item)?.[1] ?? 1);
    if (
      !/^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.test(item) ||
      number === 0 ||
      Math.abs(number) > 53
    )
      refuse('rule_part', 'BYDAY of a rule takes days such as MO or -1FR.');
  }
  return [...new Set(items.map((item) => item.replace('+', '')))];
};

const readParts = (text: string): Map<string, string> => {
  const parts = new Map<string, string>();
  for (const item of text
    .trim()
    .replace(/^RRULE:/i, '')
    .split(';')) {
    if (item.trim() === '') continue;
    const [, name = '', value = ''] = /^([A-Za-z-]+)\s*=\s*(.*)$/.exec(item.trim()) ?? [];
    const key = name.toUpperCase();
    if (key === '' || parts.has(key))
      refuse('rule_invalid', `“${item.slice(0, 40)}” is not a part of a rule, or occurs twice.`);
    // Ignore a part without a value, such as an empty list of days.
    if (value !== '') parts.set(key, value);
  }
  return parts;
};

const readCount = (text: string, name: string, code: TimeErrorCode): number => {
  const number = readWhole(text) ?? 0;
  return number >= 1 ? number : refuse(code, `${name} of a rule is a whole number of at least 1.`);
};

/** Parses a rule such as `FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10`. Throws if it is invalid. */
export const readRule = (text: string): Rule => {
  const parts = readParts(text);
  const frequency = parts.get('FREQ')?.toUpperCase() ?? '';
  if (!frequencies.includes(frequency))
    refuse('rule_frequency', 'A rule says how often: FREQ=DAILY, WEEKLY, MONTHLY or YEARLY.');
  const lists: Partial<Record<NumberList, readonly number[]>> = {};
  let days: readonly string[] | undefined;
  for (const [name, value] of parts) {
    if (Object.hasOwn(numberLists, name))
      lists[name as NumberList] = readList(name as NumberList, value);
    else if (name === 'BYDAY') days = readWeekdays(value);
    else if (!/^(FREQ|INTERVAL|COUNT|UNTIL|WKST|X-.*)$/.test(name))
      refuse('rule_part', `Rules with ${name.slice(0, 20)} are not supported.`);
  }
  const until = parts
    .get('UNTIL')
    ?.toUpperCase()
    .replace(/[-:\s]/g, '');
  if (until !== undefined && !/^\d{8}(T\d{6}Z?)?$/.test(until))
    refuse('rule_until', 'UNTIL of a rule is a date such as 20261231 or 20261231T100000Z.');
  const count = parts.get('COUNT');
  const weekStart = parts.get('WKST')?.toUpperCase() ?? 'MO';
  if (!(weekdays as readonly string[]).includes(weekStart))
    refuse('rule_part', 'WKST of a rule takes a day such as MO.');
  return {
    frequency: frequency as Frequency,
    interval: readCount(parts.get('INTERVAL') ?? '1', 'INTERVAL', 'rule_interval'),
    ...(count !== undefined && { count: readCount(count, 'COUNT', 'rule_count') }),
    ...(until !== undefined && { until }),
    ...(days && { weekdays: days }),
    weekStart,
    lists,
  };
};

/** Returns the text of a rule, with its parts always in the same order. */
export const ruleText = (rule: Rule): string =>
  [
    `FREQ=${rule.frequency}`,
    ...(rule.interval > 1 ? [`INTERVAL=${rule.interval}`] : []),
    ...(rule.count === undefined ? [] : [`COUNT=${rule.count}`]),
    ...(rule.until === undefined ? [] : [`UNTIL=${rule.until}`]),
    ...(['BYMONTH', 'BYWEEKNO', 'BYYEARDAY', 'BYMONTHDAY'] as const).flatMap((name) =>
      rule.lists[name] ? [`${name}=${rule.lists[name].join(',')}`] : [],
    ),
    ...(rule.weekdays ? [`BYDAY=${rule.weekdays.join(',')}`] : []),
    ...(['BYHOUR', 'BYMINUTE', 'BYSECOND', 'BYSETPOS'] as const).flatMap((name) =>
      rule.lists[name] ? [`${name}=${rule.lists[name].join(',')}`] : [],
    ),
    ...(rule.weekStart === 'MO' ? [] : [`WKST=${rule.weekStart}`]),
  ].join(';');
