import { day, readLocalTime, startOfDay, weekdayOf, type LocalTime } from './local-time.ts';
import { readRule, ruleText, weekdays, type Rule } from './rule.ts';
import { checkSeries, originalsOf, startText, type Override, type Series } from './series.ts';
import { TimeError } from './time-error.ts';
import { untilOf } from './ics-values.ts';

/** What is changed of an occurrence and those like it. `start`: where the named occurrence begins from now on. */
export interface SeriesChange {
  readonly start?: string;
  readonly length?: number;
  readonly zone?: string;
  /** Without one the rule follows the start to another day. */
  readonly rule?: string | null;
}

const checkOriginal = (series: Series, original: string): LocalTime => {
  const time = readLocalTime(original);
  if (startText(series, time) !== original || originalsOf(series, time, time).length === 0)
    throw new TimeError(
      'occurrence_unknown',
      `The series has no occurrence at ${original.slice(0, 40)}.`,
    );
  return time;
};

/** Changes one occurrence; without a change it does not take place any more. */
export const changeThis = (series: Series, original: string, change: Override | null): Series => {
  checkOriginal(series, original);
  const { [original]: _, ...others } = series.overrides;
  const exceptions = series.exceptions.filter((item) => item !== original);
  if (change === null)
    return checkSeries({
      ...series,
      exceptions: [...exceptions, original].toSorted(),
      overrides: others,
    });
  if (change.start.length !== series.start.length)
    throw new TimeError(
      'time_invalid',
      'One occurrence cannot take whole days when others have a time.',
    );
  checkSeries({ ...series, start: change.start, length: change.length, rule: null });
  return checkSeries({ ...series, exceptions, overrides: { ...others, [original]: change } });
};

/** `2TU` of the second Tuesday, `-1TU` where the rule counts from the end of the month. */
const weekdayInMonth = (time: LocalTime, isFromEnd: boolean): string => {
  const made = new Date(time);
  const date = made.getUTCDate();
  const days = new Date(Date.UTC(made.getUTCFullYear(), made.getUTCMonth() + 1, 0)).getUTCDate();
  const number = isFromEnd ? -Math.ceil((days - date + 1) / 7) : Math.ceil(date / 7);
  return `${number}${weekdays[weekdayOf(time)] ?? ''}`;
};

/** The days of a rule, moved as its start is; what cannot be moved stays, and no longer fits the start. */
const movedDays = (rule: Rule, from: LocalTime, to: LocalTime): Rule => {
  const by = Math.round((startOfDay(to) - startOfDay(from)) / day);
  const { BYMONTHDAY, BYMONTH } = rule.lists;
  const lists = { ...rule.lists };
  if (BYMONTHDAY?.length === 1) lists.BYMONTHDAY = [new Date(to).getUTCDate()];
  if (BYMONTH?.length === 1) lists.BYMONTH = [new Date(to).getUTCMonth() + 1];
  const move = (item: string): string => {
    if (/\d/.test(item)) return weekdayInMonth(to, item.startsWith('-'));
    return weekdays[((((weekdays as readonly string[]).indexOf(item) + by) % 7) + 7) % 7] ?? item;
  };
  const isMovable = rule.frequency === 'WEEKLY' || rule.weekdays?.length === 1;
  const days = rule.weekdays && isMovable ? { weekdays: rule.weekdays.map(move) } : {};
  return { ...rule, ...days, lists };
};

const withoutEnd = (rule: Rule): Rule => {
  const { count: _, until: __, ...endless } = rule;
  return endless;
};

const untilText = (series: Pick<Series, 'start'>, time: LocalTime): string =>
  startText(series, time).replace(/[-:]/g, '');

/** A series whose occurrence at `from` begins as the change says, and the others as far from it as before. */
const changed = (series: Series, from: LocalTime, change: SeriesChange): Series => {
  const to = readLocalTime(change.start ?? startText(series, from));
  const text = change.start ?? series.start;
  const days = startOfDay(to) - startOfDay(from);
  // Every start by the rule has the same time of the day.
  const move = (time: LocalTime): LocalTime => startOfDay(time) + days + (to - startOfDay(to));
  const moved = (original: string) => startText({ start: text }, move(readLocalTime(original)));
  const isSameKind = text.length === series.start.length;
  const rule = (): string | null => {
    if (change.rule !== undefined) return change.rule;
    if (series.rule === null) return null;
    const read = readRule(series.rule);
    const fitting = days === 0 ? read : movedDays(read, from, to);
    const until = untilOf(read, null);
    if (until === undefined) return ruleText(fitting);
    // What ended on a day ends on that day, at whatever time events are now.
    const last = startOfDay(until) + days + day - 1_000;
    return ruleText({ ...withoutEnd(fitting), until: untilText({ start: text }, last) });
  };
  return checkSeries({
    start: moved(series.start),
    zone: change.zone ?? series.zone,
    length: change.length ?? series.length,
    rule: rule(),
    exceptions: change.rule === undefined ? series.exceptions.map(moved) : [],
    overrides:
      change.rule === undefined && isSameKind
        ? Object.fromEntries(
            Object.entries(series.overrides).map(([original, value]) => [moved(original), value]),
          )
        : {},
  });
};

/** Changes all of a series, by what becomes of one occurrence. A new rule begins without exceptions. */
export const changeAll = (series: Series, original: string, change: SeriesChange): Series =>
  changed(series, checkOriginal(series, original), change);

const within = <T>(record: Readonly<Record<string, T>>, isIn: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => isIn(key)));

/**
 * Divides a series: what was before an occurrence stays, and what follows becomes a series of its own. Without a change
 * nothing follows; nothing is left before the first.
 */
export const changeThisAndFollowing = (
  series: Series,
  original: string,
  change: SeriesChange | null,
): { readonly before: Series | null; readonly after: Series | null } => {
  const from = checkOriginal(series, original);
  const first = readLocalTime(series.start);
  if (from === first || series.rule === null)
    return { before: null, after: change === null ? null : changed(series, from, change) };
  const rule = readRule(series.rule);
  const earlier = originalsOf(series, first, from - 1);
  const last = earlier.at(-1) ?? first;
  const before = checkSeries({
    ...series,
    rule: ruleText({ ...withoutEnd(rule), until: untilText(series, last) }),
    exceptions: series.exceptions.filter((item) => item < original),
    overrides: within(series.overrides, (item) => item < original),
  });
  if (change === null) return { before, after: null };
  const rest: Rule =
    rule.count === undefined ? rule : { ...rule, count: rule.count - earlier.length };
  const after = {
    ...series,
    start: original,
    rule: ruleText(rest),
    exceptions: series.exceptions.filter((item) => item >= original),
    overrides: within(series.overrides, (item) => item >= original),
  };
  return { before, after: changed(after, from, change) };
};
