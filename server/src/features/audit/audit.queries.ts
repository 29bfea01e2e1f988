import { sql, type RawBuilder } from 'kysely';
import { auditLimits } from '#contract/audit/limits.ts';
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

/** Which entries to select. Missing conditions have no effect. */
export interface AuditFilter {
  readonly person?: number | undefined;
  readonly kind?: string | undefined;
  /** A detail with this name has this value. */
  readonly act?: { readonly by: string; readonly value: string } | undefined;
  readonly search?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

/** Conditions that no index supports. They apply to the entries that a page reads. */
const conditionsOf = ({ person, kind, act, search }: AuditFilter): RawBuilder<unknown>[] => [
  ...(person !== undefined && kind !== undefined ? [sql`w.kind = ${kind}`] : []),
  ...(act === undefined ? [] : [sql`w.detail ->> ${act.by} = ${act.value}`]),
  ...(search === undefined || search === ''
    ? []
    : [
        sql`(exists (select from jsonb_each_text(w.detail) as d (name, value) where strpos(fold(d.value), fold(${search})) > 0)
          or exists (select from users u where u.id in (w.actor_id, w.person_id) and strpos(fold(u.first_name || ' ' || u.last_name), fold(${search})) > 0))`,
      ]),
];

/** A page of entries, and the number before which the next one starts; null after the last page. */
export interface AuditPage {
  readonly rows: readonly AuditRow[];
  readonly next: number | null;
}

/**
 * Returns a page of the activity log, newest first, in one statement. Indexes find the entries of a person or of a type, and those
 * between two dates; other conditions filter at most `scanned` entries. Calls `server/database/functions/activity_log_seal.sql`.
 */
export const selectEntries = async (
  db: Db,
  before: number | null,
  size: number,
  filter: AuditFilter = {},
): Promise<AuditPage> => {
  const { person, kind, from, until } = filter;
  const conditions = conditionsOf(filter);
  const end = before ?? Number.MAX_SAFE_INTEGER;
  const most = conditions.length === 0 ? size : auditLimits.scanned;
  // Entries are numbered in the order of time.
  const range = sql`number < ${end}
    ${from === undefined ? sql`` : sql`and number >= (select e.number from activity_log e where e.at >= ${from} order by e.at, e.number limit 1)`}
    ${until === undefined ? sql`` : sql`and number <= (select e.number from activity_log e where e.at < ${until} order by e.at desc, e.number desc limit 1)`}`;
  const newest = (condition: RawBuilder<unknown>) =>
    sql`select * from activity_log where ${condition} and ${range} order by number desc limit ${most}`;
  const scanned =
    person !== undefined
      ? // One index each for entries about the person and by the person.
        sql`select * from ((${newest(sql`person_id = ${person}`)}) union (${newest(sql`actor_id = ${person}`)})) as both_sides
          order by number desc limit ${most}`
      : newest(kind === undefined ? sql`true` : sql`kind = ${kind}`);
  const { rows } = await sql<
    { last_scanned: number | null; scanned: number } & (AuditRow | { number: null })
  >`
    with scanned as materialized (${scanned}),
    page as (select * from scanned w where ${sql.join([sql`true`, ...conditions], sql` and `)} order by number desc limit ${size})
    select (select min(number) from scanned) as last_scanned, (select count(*)::int from scanned) as scanned, shown.*
    from (select 1) as one left join (
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
    ) as shown on true
    order by shown.number desc`.execute(db);
  const [first] = rows;
  const found = rows.filter((row) => row.number !== null);
  const last = found.at(-1);
  return {
    rows: found,
    next:
      found.length === size && last !== undefined
        ? last.number
        : first !== undefined && first.scanned === most
          ? first.last_scanned
          : null,
  };
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
