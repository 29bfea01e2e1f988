import type { CalendarRow } from '../../kernel/feature.ts';
import type { Tokens } from '../../kernel/security/tokens.ts';
import { writeIcs, type CalendarEntry, type CalendarText } from '../../kernel/time/ics-writing.ts';
import { readLocalTime } from '../../kernel/time/local-time.ts';
import { isAllDay, occurrencesOf, type Series } from '../../kernel/time/series.ts';
import type { EntryMarks } from './calendar.queries.ts';
import { idleKinds, occurrenceUrl, withCanceled } from './calendar.rules.ts';

/** The content of a calendar file. */
export interface IcsFile {
  readonly name: string;
  readonly rows: readonly CalendarRow[];
  /** Address of the school, the prefix of item addresses. */
  readonly origin: string;
  readonly tokens: Pick<Tokens, 'addressSignature'>;
  readonly schoolId: number;
  /** Minutes before the start. Null for no alarms. */
  readonly alarm?: number | null;
  /** Additional columns of personal events. */
  readonly marks?: ReadonlyMap<string, EntryMarks>;
  readonly method?: 'PUBLISH' | 'REQUEST' | 'CANCEL';
}

/** Returns the subject that the signature in a UID covers. */
export const uidSubject = (
  schoolId: number,
  { kind, id }: Pick<CalendarRow, 'kind' | 'id'>,
): string => `calendar-uid:${schoolId}:${kind}:${id}`;

/** Returns the UID of an item: the same in every file, and unique because this installation signs it. */
export const icsUid = (
  tokens: Pick<Tokens, 'addressSignature'>,
  schoolId: number,
  { kind, id }: Pick<CalendarRow, 'kind' | 'id'>,
  occurrence = '',
): string => {
  const mark = tokens.addressSignature(uidSubject(schoolId, { kind, id })).slice(0, 16);
  return `${kind}-${id}${occurrence && `-${occurrence}`}-${mark}@commons`;
};

/** Returns the occurrences that concern a person as separate entries, because calendar files can't describe parts of a series. */
const chosen = (
  row: CalendarRow,
  only: readonly string[],
): { original: string; series: Series }[] =>
  only.flatMap((original) => {
    const { overrides, exceptions, zone } = withCanceled(row);
    if (exceptions.includes(original)) return [];
    const own = overrides[original];
    const series: Series = {
      start: own?.start ?? original,
      zone,
      length: own?.length ?? row.series.length,
      rule: null,
      exceptions: [],
      overrides: {},
    };
    // The rule no longer produces this start.
    const at = readLocalTime(original);
    if (isAllDay(row.series) !== (original.length === 10)) return [];
    const isGiven =
      own !== undefined ||
      occurrencesOf(withCanceled(row), { from: at - 2 * 86_400_000, to: at + 2 * 86_400_000 }).some(
        (one) => one.original === original,
      );
    return isGiven ? [{ original, series }] : [];
  });

/** Converts sanitized HTML to text, with a line per paragraph. */
const plainText = (html: string): string =>
  html
    .replace(/<br\s*\/?>|<\/(p|li)>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => entities[name] ?? '')
    .trim();
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
};

/** Returns the texts of a row, or of one date with different texts. */
const textOf = (row: CalendarRow, original = ''): CalendarText => {
  const own = row.more?.dates?.[original];
  const place = own?.location ?? row.location;
  const parts = [place, row.more?.address].filter((part) => part != null && part !== '');
  const description = plainText(row.more?.description ?? '');
  return {
    summary: own?.title ?? row.title,
    ...(description !== '' && { description }),
    ...(parts.length > 0 && { location: parts.join(', ') }),
  };
};

/** An entry of a calendar with the name of its file. */
export interface IcsObject {
  readonly name: string;
  readonly row: CalendarRow;
  readonly entry: CalendarEntry;
}

/** Returns the entries of a row: one, or each occurrence that concerns the person. */
const objectsOf = (row: CalendarRow, file: Omit<IcsFile, 'name' | 'rows'>): IcsObject[] => {
  const { origin, tokens, schoolId, alarm = null, marks } = file;
  const mark = row.kind === 'own' ? marks?.get(row.id) : undefined;
  const minutes = mark?.alarm ?? alarm;
  const urlOf = (url: string | null) => (url === null ? {} : { url: new URL(url, origin).href });
  const entry = {
    sequence: row.revision,
    changedAt: row.updated_at.getTime(),
    isCanceled: row.is_canceled,
    isTentative: row.is_tentative,
    isFree: idleKinds.includes(row.kind) || row.more?.is_free === true,
    ...textOf(row),
    ...(mark?.note != null && { description: mark.note }),
    ...urlOf(row.url),
    ...(minutes !== null && { reminders: [{ minutes }] }),
  };
  const name = `${row.kind}-${row.id}`;
  if (row.only === null) {
    const uid = mark?.uid ?? icsUid(tokens, schoolId, row);
    const dates = Object.entries(row.more?.dates ?? {});
    const canceled = dates.flatMap(([original, one]) => (one.is_canceled ? [original] : []));
    const texts = dates.flatMap(([original, { title, location }]) =>
      title === null && location === null
        ? []
        : [[original, { ...textOf(row, original), ...urlOf(occurrenceUrl(row, original)) }]],
    );
    const more = { canceled, texts: Object.fromEntries(texts) as Record<string, CalendarText> };
    return [
      { name: `${name}.ics`, row, entry: { ...entry, ...more, uid, series: withCanceled(row) } },
    ];
  }
  return chosen(row, row.only).map(({ original, series }) => ({
    name: `${name}-${original.replace(/[-:]/g, '')}.ics`,
    row,
    entry: {
      ...entry,
      ...textOf(row, original),
      isCanceled: row.is_canceled || row.more?.dates?.[original]?.is_canceled === true,
      ...urlOf(occurrenceUrl(row, original)),
      uid: icsUid(tokens, schoolId, row, original),
      series,
    },
  }));
};

/** Returns the entries of a calendar, one per file. */
export const icsObjects = (file: Omit<IcsFile, 'name'>): IcsObject[] =>
  file.rows.flatMap((row) => objectsOf(row, file));

/** Returns a calendar file (RFC 5545) with rows of any feature: events, a club, a hub, or a person's calendar. */
export const icsOfRows = (file: IcsFile): string =>
  writeIcs({
    name: file.name,
    ...(file.method !== undefined && { method: file.method }),
    entries: icsObjects(file).map(({ entry }) => entry),
  });
