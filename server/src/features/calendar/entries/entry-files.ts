import { personalLimits } from '#contract/calendar/personal-limits.ts';
import { alarmOfIcs, editIcs, singleOutIcs } from '../../../kernel/time/ics-edits.ts';
import { readIcsParts } from '../../../kernel/time/ics-parts.ts';
import { seriesOfIcs } from '../../../kernel/time/ics-series.ts';
import { visiblePropertyText } from '../../../kernel/time/ics-source.ts';
import type { Series } from '../../../kernel/time/series.ts';
import type { StartMapping } from '../../../kernel/time/series-edits.ts';
import { TimeError } from '../../../kernel/time/time-error.ts';
import { isFreeEntry, isTentativeComponent } from '../free-time.ts';
import type { EntryDetails, EntryFile } from './entries.queries.ts';

/* Entries that calendar programs store. The file is kept as sent; the columns of the entry are read from it. */

/** An entry as its file describes it. */
export interface FiledEntry {
  readonly words: Omit<EntryDetails, 'color'>;
  readonly series: Series;
  readonly file: EntryFile;
}

/** Title of an event without one. The database requires a title. */
const noTitle = '–';

const cut = (text: string | undefined, most: number): string | null =>
  text?.slice(0, most).toWellFormed().trim() || null;

/** Reads a file with one event. `floating` is the zone of all-day events. Throws if the event can't be represented. */
export const readEntryFile = (ics: string, floating: string): FiledEntry => {
  const { uid, series, main, dates } = seriesOfIcs(ics, floating);
  const { component } = main;
  const part = readIcsParts(ics).parts.find(({ line }) => line === component.line);
  const text = (name: string, most: number) => cut(visiblePropertyText(component, name), most);
  const differing = Object.entries(dates).map(([key, { is_canceled, title, location }]) => [
    key,
    {
      is_canceled,
      title: cut(title ?? undefined, personalLimits.title),
      location: cut(location ?? undefined, personalLimits.location),
    },
  ]);
  return {
    words: {
      title: text('summary', personalLimits.title) ?? noTitle,
      location: text('location', personalLimits.location),
      note: text('description', personalLimits.note),
      alarm: part === undefined ? null : alarmOfIcs(part, personalLimits.alarm),
      isFree: isFreeEntry(component),
    },
    series,
    file: {
      uid,
      ics,
      dates: differing.length === 0 ? null : (Object.fromEntries(differing) as EntryFile['dates']),
      isTentative: isTentativeComponent(component),
      isCanceled: main.isCanceled,
    },
  };
};

/** Characters at the end of a cut note that show that the rest still follows. */
const noteContext = 100;

/** Returns a changed note for a file. The web app shows only the beginning of a long note, and the rest stays if it still follows. */
const wholeNote = (ics: string, zone: string, shown: string | null, note: string | null) => {
  if (shown === null || note === null || ics.length < personalLimits.note) return note;
  const whole = visiblePropertyText(seriesOfIcs(ics, zone).main.component, 'description') ?? '';
  const at = whole.indexOf(shown);
  if (at < 0 || whole.length <= personalLimits.note) return note;
  if (note.startsWith(shown)) return whole + note.slice(shown.length);
  return note.endsWith(shown.slice(-noteContext)) ? note + whole.slice(at + shown.length) : note;
};

/** An entry before a change. */
export interface EntryBefore {
  readonly words: Omit<EntryDetails, 'color'>;
  readonly series: Series;
}

interface EntryAfter extends EntryBefore {
  /** New starts of the dates; without it, they keep their starts. */
  readonly names?: StartMapping | undefined;
  /** A UID for a part that was split off. */
  readonly uid?: string;
}

const checkedSize = (ics: string): string => {
  if (Buffer.byteLength(ics) > personalLimits.entryFile)
    throw new TimeError('exceptions_too_many', 'The file of the event would be too large.');
  return ics;
};

/** Returns the file of an entry after a change in the web app. Everything that the web app doesn't know stays. */
export const changedFile = (
  ics: string,
  before: EntryBefore,
  after: EntryAfter,
  now: Date,
): FiledEntry => {
  const [was, is] = [before.words, after.words];
  const zone = before.series.zone;
  const texts: Record<string, string | null> = {
    ...(was.title !== is.title && { summary: is.title }),
    ...(was.location !== is.location && { location: is.location }),
    ...(was.note !== is.note && { description: wholeNote(ics, zone, was.note, is.note) }),
    ...(was.isFree !== is.isFree && { transp: is.isFree ? 'TRANSPARENT' : 'OPAQUE' }),
  };
  const isRetimed = JSON.stringify(before.series) !== JSON.stringify(after.series);
  const isReminded = was.alarm !== is.alarm;
  if (Object.keys(texts).length === 0 && !isRetimed && !isReminded && after.uid === undefined)
    return readEntryFile(ics, zone);
  const changed = editIcs(ics, zone, {
    texts,
    ...(isReminded && { alarm: { before: was.alarm, after: is.alarm } }),
    ...(isRetimed && { series: after.series }),
    ...(after.names !== undefined && { names: after.names }),
    ...(after.uid !== undefined && { uid: after.uid }),
    now: now.getTime(),
  });
  return readEntryFile(checkedSize(changed), after.series.zone);
};

/** Returns the file of one date that became a separate entry. */
export const splitOffFile = (
  ics: string,
  series: Series,
  original: string,
  after: EntryAfter & { readonly uid: string },
  now: Date,
): FiledEntry => {
  const { uid } = after;
  const single = singleOutIcs(ics, series.zone, original, { now: now.getTime(), uid });
  return changedFile(
    single,
    readEntryFile(single, series.zone),
    { ...after, names: undefined },
    now,
  );
};
