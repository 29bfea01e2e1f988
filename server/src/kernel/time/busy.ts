import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import type { CalendarPart, CalendarRow } from '../feature.ts';
import { many } from '../sql.ts';
import type { Instant } from './local-time.ts';
import { isAllDay, occurrencesOf } from './series.ts';

/** A time at which somebody has something in their calendar, and what. */
export interface Busy {
  readonly from: Instant;
  readonly to: Instant;
  readonly row: CalendarRow;
}

/** What fills no time: due dates, and what takes whole days, such as a week of exams. */
const isFree = (row: CalendarRow): boolean =>
  row.is_canceled || row.kind === 'deadline' || isAllDay(row.series);

/**
 * When people are busy, by the calendar parts of all features, each in order: one statement for all of them. Only for the person
 * themselves, or to say when somebody is free: titles are theirs.
 */
export const selectBusy = async (
  db: Db,
  parts: readonly CalendarPart[],
  people: readonly number[],
  window: { readonly from: Date; readonly to: Date },
): Promise<ReadonlyMap<number, readonly Busy[]>> => {
  const found = new Map<number, Busy[]>(people.map((person) => [person, []]));
  const queries = [...found.keys()].flatMap((person) =>
    parts.map(
      ({ rows }) => sql`select ${person}::bigint as person, p.* from (${rows(person, window)})
      as p (kind, id, title, location, url, series, "only", is_tentative, is_canceled, revision, updated_at)`,
    ),
  );
  if (queries.length === 0) return found;
  const rows = await many(
    db,
    sql<CalendarRow & { person: number }>`${sql.join(queries, sql` union all `)}`,
  );
  const span = { from: window.from.getTime(), to: window.to.getTime() };
  for (const { person, ...row } of rows) {
    if (isFree(row)) continue;
    const only = row.only === null ? null : new Set(row.only);
    for (const { original, startsAt, endsAt } of occurrencesOf(row.series, span))
      if ((only === null || only.has(original)) && endsAt > startsAt)
        found.get(person)?.push({ from: startsAt, to: endsAt, row });
  }
  for (const busy of found.values()) busy.sort((a, b) => a.from - b.from);
  return found;
};
