import type { EditScope } from '#contract/calendar-entries/endpoints.ts';
import {
  day,
  localText,
  localTimeFrom,
  dateText,
  minute,
  readLocalTime,
} from '../../../kernel/time/local-time.ts';
import {
  changeSeries,
  changeOccurrence,
  changeThisAndFollowing,
  type StartMapping,
} from '../../../kernel/time/series-edits.ts';
import {
  checkSeries,
  hasDates,
  isAllDay,
  lastEndOf,
  type Series,
} from '../../../kernel/time/series.ts';
import { TimeError } from '../../../kernel/time/time-error.ts';
import { instantIn, localIn, readZone } from '../../../kernel/time/zones.ts';
import { momentIn } from '../calendar.rules.ts';
import type { EntryRow, EntryTimes, EntryDetails } from './entries.queries.ts';

/** Returns a local time: as sent, or converted from the sent instant. */
const clockTime = (text: string, zone: string): string => {
  const local = localTimeFrom(text);
  if (local !== undefined) return text.length === 10 ? text : localText(local);
  const known = readZone(zone);
  return localText(localIn(known, momentIn(text, known)));
};

/** Returns the length in minutes by the clock, or in days including the last one. */
const lengthOf = (start: string, end: string): number => {
  const days = start.length === 10;
  if (days !== (end.length === 10))
    throw new TimeError('time_invalid', 'Start and end are both days, or both times.');
  const span = readLocalTime(end) - readLocalTime(start);
  const length = days ? span / day + 1 : Math.round(span / minute);
  if (length < (days ? 1 : 0)) throw new TimeError('time_order', 'The end is before the start.');
  return length;
};

/** The time fields of the input. */
export interface EntryTimesInput {
  readonly dateStart: string;
  readonly dateEnd: string;
  readonly timeZone: string;
  readonly rrule?: string | null | undefined;
}

export const seriesOf = (sent: EntryTimesInput): Series => {
  const zone = readZone(sent.timeZone).name;
  const start = clockTime(sent.dateStart, zone);
  const length = lengthOf(start, clockTime(sent.dateEnd, zone));
  const rule = sent.rrule ?? null;
  return checkSeries({ start, zone, length, rule, exceptions: [], overrides: {} });
};

/** Returns the times by which an entry is found. */
export const timesOf = (series: Series): EntryTimes => {
  const zone = readZone(series.zone);
  const starts = [series.start, ...Object.values(series.overrides).map(({ start }) => start)];
  const first = Math.min(...starts.map((start) => instantIn(zone, readLocalTime(start))));
  return { series, first_at: new Date(first), last_at: new Date(lastEndOf(series)) };
};

export type EntryChange = { readonly [K in keyof EntryDetails]?: EntryDetails[K] | undefined } & {
  readonly [K in keyof EntryTimesInput]?: EntryTimesInput[K] | undefined;
};

export interface EntryEdit {
  readonly scope: EditScope;
  readonly occurrence: string | undefined;
  readonly change: EntryChange;
}

/** The result of an edit: the entry, and one that was split off. Null if it is deleted. */
export interface EditResult {
  readonly remaining: { readonly words: EntryDetails; readonly series: Series } | null;
  readonly added: { readonly words: EntryDetails; readonly series: Series } | null;
  /** True if the named occurrence belongs to the new entry. */
  readonly isMoved: boolean;
  /** The occurrence that the edit is about. */
  readonly original: string;
  /** New starts of the dates, of the new entry if there is one, and otherwise of the entry. */
  readonly names?: StartMapping;
}

const isNothing = (text: string | null): boolean => text === null || text === '';
export const normalizeDetails = (words: EntryDetails): EntryDetails => ({
  ...words,
  location: isNothing(words.location) ? null : words.location,
  note: isNothing(words.note) ? null : words.note,
});

const applyChange = (entry: EntryDetails, change: EntryChange): EntryDetails =>
  normalizeDetails({
    title: change.title ?? entry.title,
    location: change.location === undefined ? entry.location : change.location,
    note: change.note === undefined ? entry.note : change.note,
    color: change.color === undefined ? entry.color : change.color,
    alarm: change.alarm === undefined ? entry.alarm : change.alarm,
    isFree: change.isFree ?? entry.isFree,
  });

const sameWords = (a: EntryDetails, b: EntryDetails): boolean =>
  a.title === b.title &&
  a.location === b.location &&
  a.note === b.note &&
  a.color === b.color &&
  a.alarm === b.alarm &&
  a.isFree === b.isFree;

const wordsOf = ({ title, location, note, color, alarm, isFree }: EntryRow): EntryDetails => ({
  title,
  location,
  note,
  color,
  alarm,
  isFree,
});

/** Returns the occurrence to change. It is required for a series, unless all occurrences change. */
const originalOf = (series: Series, { scope, occurrence }: EntryEdit): string => {
  if (!hasDates(series)) return series.start;
  // The dates of a file without a rule can't be split.
  if (series.rule === null && scope === 'following')
    throw new TimeError('occurrence_unknown', 'Only a series with a rule can be split.');
  if (occurrence === undefined && scope !== 'all')
    throw new TimeError('occurrence_unknown', 'Say which occurrence of the series you mean.');
  return occurrence ?? series.start;
};

/** Returns the current local times of an occurrence. */
const currentTimes = (series: Series, original: string) =>
  series.overrides[original] ?? { start: original, length: series.length };

/** Returns the new times of an occurrence. */
const placed = (series: Series, original: string, change: EntryChange) => {
  const now = currentTimes(series, original);
  const zone = change.timeZone === undefined ? series.zone : readZone(change.timeZone).name;
  const start = change.dateStart === undefined ? now.start : clockTime(change.dateStart, zone);
  if (change.dateEnd !== undefined)
    return { zone, start, length: lengthOf(start, clockTime(change.dateEnd, zone)) };
  if (start.length !== now.start.length)
    throw new TimeError('time_invalid', 'Say when it ends, too.');
  return { zone, start, length: now.length };
};

const changeOne = (entry: EntryRow, original: string, change: EntryChange): EditResult => {
  const { series } = entry;
  const date = entry.dates?.[original];
  const own = { title: date?.title ?? entry.title, location: date?.location ?? entry.location };
  const words = applyChange({ ...wordsOf(entry), ...own }, change);
  const { zone, start, length } = placed(series, original, change);
  const rule = change.rrule ?? null;
  const isKind = start.length === series.start.length;
  if (
    sameWords(words, { ...wordsOf(entry), ...own }) &&
    zone === series.zone &&
    rule === null &&
    isKind
  ) {
    const changedSeries = changeOccurrence(series, original, { start, length });
    return {
      remaining: { words: wordsOf(entry), series: changedSeries },
      added: null,
      isMoved: false,
      original,
    };
  }
  // An occurrence with different texts becomes a separate entry.
  const remaining = { words: wordsOf(entry), series: changeOccurrence(series, original, null) };
  const single = checkSeries({ start, zone, length, rule, exceptions: [], overrides: {} });
  return { remaining, added: { words, series: single }, isMoved: true, original };
};

/** Applies a change to an entry. */
export const edited = (entry: EntryRow, asked: EntryEdit): EditResult => {
  const { series } = entry;
  const { change, scope } = asked;
  const original = originalOf(series, asked);
  if (hasDates(series) && scope === 'this') return changeOne(entry, original, change);
  const words = applyChange(entry, change);
  const isTimed = [change.dateStart, change.dateEnd, change.timeZone].some(
    (one) => one !== undefined,
  );
  const time = isTimed ? placed(series, original, change) : {};
  const rule = change.rrule === undefined ? {} : { rule: change.rrule };
  if (series.rule === null || scope === 'all') {
    // An imported rule can exceed the limits for rules that people enter, so it only changes if its times do.
    const isKept = series.isImported === true && !isTimed && change.rrule === undefined;
    const { after, names } = isKept
      ? { after: series, names: undefined }
      : changeSeries(series, original, { ...time, ...rule });
    return {
      remaining: { words, series: after },
      added: null,
      isMoved: false,
      original,
      ...(names && { names }),
    };
  }
  const split = changeThisAndFollowing(series, original, { ...time, ...rule });
  const { before, after, names } = split;
  const following = after && { words, series: after };
  return before === null
    ? { remaining: following, added: null, isMoved: false, original, names }
    : {
        remaining: { words: wordsOf(entry), series: before },
        added: following,
        isMoved: true,
        original,
        names,
      };
};

/** Returns what remains of an entry after a deletion. Null for nothing. */
export const remaining = (
  series: Series,
  asked: Pick<EntryEdit, 'scope' | 'occurrence'>,
): Series | null => {
  if (!hasDates(series) || asked.scope === 'all') return null;
  const original = originalOf(series, { ...asked, change: {} });
  return asked.scope === 'this'
    ? changeOccurrence(series, original, null)
    : changeThisAndFollowing(series, original, null).before;
};

/** Returns the end in local time; for all-day entries, the last day. */
export const endText = (series: Series): string => {
  const start = readLocalTime(series.start);
  return isAllDay(series)
    ? dateText(start + (series.length - 1) * day)
    : localText(start + series.length * minute);
};
