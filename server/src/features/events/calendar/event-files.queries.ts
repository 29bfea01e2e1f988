import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { CalendarRow } from '../../../kernel/feature.ts';
import { first, many } from '../../../kernel/sql.ts';
import { moreOf } from './calendar-rows.queries.ts';

/** The host of the requested public events. */
export type PublicRowsOf =
  | { readonly event: number }
  | { readonly club: number }
  | { readonly hub: number }
  | { readonly school: true };

/** Maximum events in a file, those that end soonest. */
const rowsMost = 1_000;
/** Files keep past events this long, for programs that sync rarely. */
const kept = sql`interval '92 days'`;

/**
 * Returns public events as calendar rows, and the name of the club, hub or event: '' for the school, null if it isn't public. Calls
 * `server/database/functions/is_club_public.sql` and `is_event_public.sql`.
 */
export const selectPublicRows = async (
  db: Db,
  of: PublicRowsOf,
  now: Date,
): Promise<{ rows: CalendarRow[]; name: string | null }> => {
  const where =
    'event' in of
      ? sql`e.id = ${of.event}`
      : sql`e.ends_at > ${now}::timestamptz - ${kept} and ${
          'club' in of
            ? sql`e.club_id = ${of.club}`
            : 'hub' in of
              ? sql`e.hub_id = ${of.hub}`
              : sql`true`
        }`;
  const owner =
    'club' in of
      ? sql`select c.name from clubs c where c.id = ${of.club} and is_club_public(c)`
      : 'hub' in of
        ? // Strangers only know a hub by its public events.
          sql`select h.name from hubs h where h.id = ${of.hub} and exists (
              select from events e where e.hub_id = h.id and e.audience = 'public' and is_event_public(e))`
        : 'event' in of
          ? sql`select e.title as name from events e where e.id = ${of.event} and is_event_public(e)`
          : sql`select '' as name`;
  const [rows, named] = await Promise.all([
    many(
      db,
      sql<CalendarRow>`select 'event' as kind, e.id::text as id, e.title, nullif(e.location, '') as location, '/events/' || e.id as url, e.series,
        null::text[] as "only", false as is_tentative, e.status = 'canceled' as is_canceled, ${moreOf} as more, e.revision, e.updated_at
      from events e where ${where} and e.audience = 'public' and is_event_public(e) order by e.ends_at, e.id limit ${sql.lit(rowsMost)}`,
    ),
    first(db, sql<{ name: string }>`${owner}`),
  ]);
  return { rows, name: named?.name ?? null };
};

/** Selects the calendar details of an event. */
export const selectMore = async (db: Db, event: number): Promise<CalendarRow['more']> =>
  (
    await first(
      db,
      sql<{
        more: CalendarRow['more'];
      }>`select ${moreOf} as more from events e where e.id = ${event}`,
    )
  )?.more ?? null;
