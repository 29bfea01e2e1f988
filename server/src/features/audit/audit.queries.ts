import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import { type PersonSummaryRow, personSummary } from '../people/summary/summary.queries.ts';

/** An entry with the people it mentions. `fits`: its seal matches the previous entry. */
export interface AuditRow {
  number: number;
  at: Date;
  kind: string;
  detail: Record<string, unknown>;
  fits: boolean;
  actor: PersonSummaryRow | null;
  people: PersonSummaryRow[];
  people_count: number;
}
const facesShown = 20;

/** Returns a page of the activity log, newest first, in one statement: all entries, or those by and about
 * a person. Calls `server/database/functions/activity_log_seal.sql`. */
export const selectEntries = async (
  db: Db,
  before: number | null,
  size: number,
  person: number | null = null,
): Promise<AuditRow[]> => {
  const end = before ?? Number.MAX_SAFE_INTEGER;
  // One index each for entries about the person and by the person.
  const page =
    person === null
      ? sql`select * from activity_log where number < ${end} order by number desc limit ${size}`
      : sql`select * from (
          (select * from activity_log where person_id = ${person} and number < ${end} order by number desc limit ${size})
          union (select * from activity_log where actor_id = ${person} and number < ${end} order by number desc limit ${size})
        ) as both_sides order by number desc limit ${size}`;
  const { rows } = await sql<AuditRow>`
    with page as (${page})
    select e.number, e.at, e.kind, e.detail,
      e.seal = activity_log_seal((select p.seal from activity_log p where p.number = e.number - 1), e.number, e.at, e.actor_id, e.kind, e.detail) as fits,
      (select ${personSummary('u')} from users u where u.id = e.actor_id) as actor,
      coalesce((select jsonb_agg(${personSummary('u')}) from (
        select u.* from users u where u.id in (
          select value::bigint from jsonb_array_elements_text(named.ids) limit ${facesShown})) as u), '[]') as people,
      jsonb_array_length(named.ids) as people_count
    from page e, lateral (
      select coalesce(e.detail -> 'people', case when e.detail ? 'person' then jsonb_build_array(e.detail -> 'person') else '[]' end) as ids
    ) as named
    order by e.number desc`.execute(db);
  return rows;
};

/**
 * Verifies the whole chain. Returns the number of entries and the first one that doesn't match the one before it. Calls
 * `server/database/functions/activity_log_seal.sql`.
 */
export const selectChain = async (
  db: Db,
): Promise<{ entries: number; brokenAt: number | null; head: string | null }> => {
  const { rows } = await sql<{ entries: number; broken_at: number | null; head: string | null }>`
    select count(*)::int as entries,
      min(number) filter (where number <> position or seal <> activity_log_seal(former, number, at, actor_id, kind, detail)) as broken_at,
      (array_agg(encode(seal, 'hex') order by number desc))[1] as head
    from (select e.*, row_number() over (order by number) as position, lag(seal) over (order by number) as former from activity_log e) as chain`.execute(
    db,
  );
  const [found] = rows;
  return {
    entries: found?.entries ?? 0,
    brokenAt: found?.broken_at ?? null,
    head: found?.head ?? null,
  };
};
