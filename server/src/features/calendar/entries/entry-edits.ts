import { randomUUID } from 'node:crypto';
import type { EditScope } from '#contract/calendar-entries/endpoints.ts';
import { changedFile, splitOffFile } from './entry-files.ts';
import type { EntryDetails, EntryFile, EntryRow, EntryTimes } from './entries.queries.ts';
import { edited, remaining, timesOf, type EditResult, type EntryEdit } from './entries.rules.ts';

/* Computes what an edit stores. This module doesn't use the database because it runs in a thread for entries with a file. */

/** An edit of an entry. Without `change`, it deletes dates of the entry. */
export interface EditInput {
  readonly entry: EntryRow;
  readonly scope: EditScope;
  readonly occurrence: string | undefined;
  readonly change: EntryEdit['change'] | null;
  readonly now: Date;
}

/** The columns of an entry after an edit. */
export interface EditedEntry {
  readonly words: EntryDetails;
  readonly times: EntryTimes;
  readonly file: EntryFile | null;
}

export interface EditPlan {
  /** Null if the edit deletes the entry. */
  readonly remaining: EditedEntry | null;
  /** The entry that the edit splits off, or null. */
  readonly added: EditedEntry | null;
  /** True if the named occurrence belongs to the new entry. */
  readonly isMoved: boolean;
}

type Part = EditResult['remaining'] & object;

/** An entry's columns after a change, with its changed file if a calendar program stored one. */
const filed = (
  { ics, ...before }: EntryRow,
  { words, series }: Part,
  names: EditResult['names'],
  now: Date,
): EditedEntry => {
  if (ics === null) return { words, times: timesOf(series), file: null };
  const changed = changedFile(
    ics,
    { words: before, series: before.series },
    { words, series, names },
    now,
  );
  return {
    words: { ...changed.words, color: words.color },
    times: timesOf(changed.series),
    file: changed.file,
  };
};

/** The columns of an entry that was split off another one. */
const splitOff = (
  { ics, ...before }: EntryRow,
  { words, series }: Part,
  { original, names }: EditResult,
  scope: EditScope,
  now: Date,
): EditedEntry => {
  if (ics === null) return { words, times: timesOf(series), file: null };
  const after = { words, series, names, uid: randomUUID() };
  const changed =
    scope === 'this'
      ? splitOffFile(ics, before.series, original, after, now)
      : changedFile(ics, { words: before, series: before.series }, after, now);
  return {
    words: { ...changed.words, color: words.color },
    times: timesOf(changed.series),
    file: changed.file,
  };
};

/** Returns what an edit of an entry stores. */
export const planEdit = ({ entry, scope, occurrence, change, now }: EditInput): EditPlan => {
  if (change === null) {
    const series = remaining(entry.series, { scope, occurrence });
    const left = series && filed(entry, { words: entry, series }, undefined, now);
    return { remaining: left, added: null, isMoved: false };
  }
  const result = edited(entry, { scope, occurrence, change });
  const { remaining: left, added, isMoved, names } = result;
  return {
    remaining: left && filed(entry, left, added ? undefined : names, now),
    added: added && splitOff(entry, added, result, scope, now),
    isMoved,
  };
};
