import { personalLimits } from '#contract/calendar/personal-limits.ts';
import { readIcsParts, lineOf, type IcsPart } from '../../../kernel/time/ics-parts.ts';
import { day } from '../../../kernel/time/local-time.ts';
import { occurrencesOf } from '../../../kernel/time/series.ts';
import { TimeError } from '../../../kernel/time/time-error.ts';
import { readEntryFile, type FiledEntry } from '../entries/entry-files.ts';
import type { EntryTimes } from '../entries/entries.queries.ts';
import { timesOf } from '../entries/entries.rules.ts';

/* Reads an event that a calendar program stores. This module doesn't use the database because it runs in a thread. */

export interface PutInput {
  readonly ics: string;
  /** Zone of all-day events and of times without a zone. */
  readonly floating: string;
  readonly now: Date;
}

/** Preconditions of RFC 4791, section 5.3.2.1, that a file doesn't meet. */
export type PutError =
  | 'valid-calendar-data'
  | 'valid-calendar-object-resource'
  | 'supported-calendar-component';

export type PutResult =
  | { readonly refused: PutError; readonly reason: string }
  | (FiledEntry & { readonly refused: null; readonly times: EntryTimes });

/** Components that contain nothing but themselves. Programs can add alarms and custom components to an event. */
const independent = /^v(?:calendar|event|todo|journal|freebusy|timezone|availability)$/;
const hasIndependent = ({ parts }: IcsPart): boolean =>
  parts.some((part) => independent.test(part.name) || hasIndependent(part));

/** Returns why a file isn't one event, or null. */
const structureError = ({ parts, ...root }: IcsPart): PutError | null => {
  const names = new Set(parts.map(({ name }) => name));
  for (const name of names)
    if (name !== 'vevent' && name !== 'vtimezone') return 'supported-calendar-component';
  if (parts.some(hasIndependent)) return 'valid-calendar-object-resource';
  const events = parts.filter(({ name }) => name === 'vevent');
  const uids = new Set(events.map((part) => lineOf(part, 'uid')));
  const isOne = uids.size === 1 && !uids.has(undefined);
  const hasMethod = lineOf({ ...root, parts }, 'method') !== undefined;
  return isOne && !hasMethod ? null : 'valid-calendar-object-resource';
};

/** Reads a file with one event, or says why it can't be stored. */
export const readDavEntry = ({ ics, floating, now }: PutInput): PutResult => {
  // PostgreSQL can't store this character.
  if (ics.includes('\0'))
    return { refused: 'valid-calendar-data', reason: 'The file contains a NUL character.' };
  try {
    const refused = structureError(readIcsParts(ics));
    if (refused !== null) return { refused, reason: 'The file needs to contain one event.' };
    const entry = readEntryFile(ics, floating);
    if (entry.file.uid.length > personalLimits.entryUid)
      return { refused: 'valid-calendar-data', reason: 'The UID is too long.' };
    const from = now.getTime() - 31 * day;
    // Throws if the rule is too dense to show.
    occurrencesOf(entry.series, { from, to: from + personalLimits.days * day });
    return { ...entry, refused: null, times: timesOf(entry.series) };
  } catch (error) {
    if (!(error instanceof TimeError)) throw error;
    return { refused: 'valid-calendar-data', reason: error.message };
  }
};
