import { day, readLocalTime, startOfDay, weekdayOf, type LocalTime } from './local-time.ts';
import { readRule, ruleText, weekdays, type Rule } from './rule.ts';
import { checkSeries, isOriginal, originalsOf, originalTest, startText } from './series.ts';
import type { Override, Series } from './series.ts';
import { TimeError } from './time-error.ts';
import { untilOf } from './ics-values.ts';

/** Changes of an occurrence and of the others affected by the edit. `start` is the occurrence's new start. */
export interface SeriesChange {
  readonly start?: string;
  readonly length?: number;
  readonly zone?: string;
  /** If omitted, the rule follows the start to another day. */
  readonly rule?: string | null;
}

const checkOriginal = (series: Series, original: string, isExtraAllowed = true): LocalTime => {
  const time = readLocalTime(original);
  // Files can add dates that the rule doesn't produce (RDATE).
  const isExtra = isExtraAllowed && series.overrides[original] !== undefined;
  if (startText(series, time) !== original || !(isExtra || isOriginal(series, original)))
    throw new TimeError(
      'occurrence_unknown',
      `The series has no occurrence at ${original.slice(0, 40)}.`,
    );
  return time;
};

/** Changes one occurrence. Without a change, cancels it. */
export const changeOccurrence = (
  series: Series,
  original: string,
  change: Override | null,
): Series => {
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
      'One occurrence can’t be all-day if the others have a time.',
    );
  checkSeries({ ...series, start: change.start, length: change.length, rule: null });
  return checkSeries({ ...series, exceptions, overrides: { ...others, [original]: change } });
};

/** Returns `2TU` for the second Tuesday, or `-1TU` if the rule counts from the end of the month. */
const weekdayInMonth = (time: LocalTime, isFromEnd: boolean): string => {
  const made = new Date(time);
  const date = made.getUTCDate();
  const days = new Date(Date.UTC(made.getUTCFullYear(), made.getUTCMonth() + 1, 0)).getUTCDate();
  const number = isFromEnd ? -Math.ceil((days - date + 1) / 7) : Math.ceil(date / 7);
  return `${number}${weekdays[weekdayOf(time)] ?? ''}`;
};

/** Moves the days of a rule by as much as its start moves. Days that can't move stay, and the rule then no longer fits the start. */
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

/** Returns whether two rules are equal. If they end on a day, only the day matters, because the event determines the time. */
const isSameRule = (one: string | null, other: string | null): boolean => {
  if (one === null || other === null) return one === other;
  const plain = (text: string) => {
    const rule = readRule(text);
    return ruleText(rule.until === undefined ? rule : { ...rule, until: rule.until.slice(0, 8) });
  };
  return plain(one) === plain(other);
};

/**
 * Applies the change of an occurrence that was moved earlier to the whole series. A new time applies to all occurrences on their own days,
 * and the moved one stays on its day. A new day applies to all.
 */
const applyToSeries = (
  series: Series,
  original: string,
  change: SeriesChange,
): { readonly change: SeriesChange; readonly own: Override | undefined } => {
  const own = series.overrides[original];
  const next = own && { start: change.start ?? own.start, length: change.length ?? own.length };
  if (own === undefined || next?.start.length !== original.length)
    return { change, own: undefined };
  const isSameDay = next.start.slice(0, 10) === own.start.slice(0, 10);
  const start =
    next.start === own.start
      ? original
      : isSameDay
        ? original.slice(0, 10) + next.start.slice(10)
        : next.start;
  const length = next.length === own.length ? series.length : next.length;
  return { change: { ...change, start, length }, own: isSameDay ? next : undefined };
};

/** The new starts by their old starts, both as the rule produces them. Omits removed occurrences. */
export type StartMapping = ReadonlyMap<string, string>;

/** Returns a time after the last exception of an imported series, whose rule can be endless. */
const lastNamed = ({ start, exceptions, overrides }: Series): LocalTime =>
  [start, ...exceptions, ...Object.keys(overrides)].reduce(
    (last, one) => Math.max(last, readLocalTime(one)),
    0,
  ) +
  32 * day;

const mapStarts = (
  series: Series,
  after: Series,
  move: ((time: LocalTime) => LocalTime) | null,
): StartMapping => {
  const [before, now] = [series, after].map((one) => {
    const first = readLocalTime(one.start);
    return originalsOf(one, first, one.isImported === true ? lastNamed(series) : Infinity);
  }) as [LocalTime[], LocalTime[]];
  const startsNow = new Set(now);
  return new Map(
    before.flatMap((time, place) => {
      const next = move === null ? now[place] : move(time);
      return next === undefined || !startsNow.has(next)
        ? []
        : [[startText(series, time), startText(after, next)]];
    }),
  );
};

/**
 * Returns the new starts of dates that a mapping doesn't contain, because the rule is endless and the series has no changes near these
 * dates. Omits dates that the changed series doesn't have.
 */
export const withLaterStarts = (
  names: StartMapping,
  keys: readonly string[],
  series: Series,
  after: Series,
): StartMapping => {
  // After a split, the changed series begins later than the series.
  const from = [...names].find(([, name]) => name === after.start)?.[0] ?? series.start;
  const later = keys.filter((key) => key >= from && !names.has(key));
  if (series.isImported !== true || later.length === 0) return names;
  const [first, start] = [readLocalTime(from), readLocalTime(after.start)];
  const last = Math.max(...later.map(readLocalTime));
  const before = originalsOf(series, first, last);
  const now = originalsOf(after, start, last + Math.max(0, start - first) + 32 * day);
  const places = new Map(before.map((time, place) => [time, place]));
  const startsNow = new Set(now);
  const added = later.flatMap((key) => {
    const time = readLocalTime(key);
    const place = places.get(time);
    if (place === undefined) return [];
    const moved = startOfDay(time) - startOfDay(first) + start;
    // The second Friday isn't always the day after the second Thursday. A new rule has no such matching dates.
    const next = startsNow.has(moved) || after.isImported !== true ? moved : now[place];
    return next === undefined || !startsNow.has(next)
      ? []
      : [[key, startText(after, next)] as const];
  });
  return new Map([...names, ...added]);
};

/** Moves the dates that the rule doesn't produce (RDATE) by as much as the others. */
const movedExtras = (series: Series, after: Series, by: number) => {
  const isByRule = originalTest(series);
  return Object.entries(series.overrides).flatMap(([before, { start, length }]) => {
    if (isByRule(before)) return [];
    const name = startText(after, readLocalTime(before) + by);
    const size = length === series.length ? after.length : length;
    return [{ before, name, value: { start: start === before ? name : start, length: size } }];
  });
};

/** A changed series with the mapping of its starts. */
interface SeriesEdit {
  readonly after: Series;
  readonly names: StartMapping;
}

/**
 * Returns a series in which the occurrence at `from` starts as the change says, and the others keep their distance from it. With a new
 * rule, exceptions and overrides stay on days that both rules have.
 */
const applyChange = (series: Series, from: LocalTime, asked: SeriesChange): SeriesEdit => {
  const original = startText(series, from);
  const { change, own } = applyToSeries(series, original, asked);
  const to = readLocalTime(change.start ?? original);
  const text = change.start ?? series.start;
  const days = startOfDay(to) - startOfDay(from);
  // All starts of the rule have the same time of day.
  const move = (time: LocalTime): LocalTime => startOfDay(time) + days + (to - startOfDay(to));
  const read = series.rule === null ? null : readRule(series.rule);
  const fitting = read && (days === 0 ? read : movedDays(read, from, to));
  const follows = (): string | null => {
    const until = read === null ? undefined : untilOf(read, null);
    if (fitting === null || until === undefined) return fitting && ruleText(fitting);
    // A series that ended on a day still ends on that day, at the new time.
    const last = startOfDay(until) + days + day - 1_000;
    return ruleText({ ...withoutEnd(fitting), until: untilText({ start: text }, last) });
  };
  // An unchanged rule, or one that only follows the new day, doesn't count as new.
  const isNew =
    change.rule !== undefined &&
    !isSameRule(change.rule, series.rule) &&
    !isSameRule(change.rule, fitting && ruleText(fitting));
  const plain = checkSeries({
    start: startText({ start: text }, move(readLocalTime(series.start))),
    zone: change.zone ?? series.zone,
    length: change.length ?? series.length,
    rule: isNew ? change.rule : follows(),
    exceptions: [],
    overrides: {},
    ...(series.isImported === true && !isNew && { isImported: true }),
  });
  const isSameKind = text.length === series.start.length;
  const extras = isSameKind ? movedExtras(series, plain, to - from) : [];
  const names = new Map([
    ...mapStarts(series, plain, isNew ? move : null),
    ...extras.map(({ before, name }) => [before, name] as const),
  ]);
  const moved = new Map(extras.map(({ before, value }) => [before, value]));
  const overrides = Object.entries(series.overrides).flatMap(([before, value]) => {
    const now = names.get(before);
    const kept = moved.get(before) ?? (before === original ? own : value);
    return now === undefined || kept === undefined || !isSameKind ? [] : [[now, kept] as const];
  });
  const after = checkSeries({
    ...plain,
    exceptions: series.exceptions.flatMap((before) => names.get(before) ?? []).toSorted(),
    overrides: Object.fromEntries(overrides),
  });
  return { after, names };
};

/** Changes a whole series, based on the new values of one occurrence. */
export const changeSeries = (series: Series, original: string, change: SeriesChange): SeriesEdit =>
  applyChange(series, checkOriginal(series, original), change);

const within = <T>(record: Readonly<Record<string, T>>, isIn: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => isIn(key)));

/**
 * Splits a series: earlier occurrences stay, and the occurrence and all later ones become a separate series. Without a change, the later
 * ones are removed. If it is the first occurrence, nothing remains of the earlier part.
 */
export const changeThisAndFollowing = (
  series: Series,
  original: string,
  change: SeriesChange | null,
): {
  readonly before: Series | null;
  readonly after: Series | null;
  readonly names: StartMapping;
} => {
  const from = checkOriginal(series, original, false);
  const first = readLocalTime(series.start);
  if (from === first || series.rule === null)
    return change === null
      ? { before: null, after: null, names: new Map() }
      : { before: null, ...applyChange(series, from, change) };
  const rule = readRule(series.rule);
  const earlier = originalsOf(series, first, from - 1);
  const last = earlier.at(-1) ?? first;
  const before = checkSeries({
    ...series,
    rule: ruleText({ ...withoutEnd(rule), until: untilText(series, last) }),
    exceptions: series.exceptions.filter((item) => item < original),
    overrides: within(series.overrides, (item) => item < original),
  });
  if (change === null) return { before, after: null, names: new Map() };
  // COUNT includes the earlier occurrences.
  const rest = (all: Rule): Rule =>
    all.count === undefined || all.count !== rule.count
      ? all
      : { ...all, count: all.count - earlier.length };
  const after = {
    ...series,
    start: original,
    rule: ruleText(rest(rule)),
    exceptions: series.exceptions.filter((item) => item >= original),
    overrides: within(series.overrides, (item) => item >= original),
  };
  const next =
    typeof change.rule === 'string'
      ? { ...change, rule: ruleText(rest(readRule(change.rule))) }
      : change;
  return { before, ...applyChange(after, from, next) };
};
