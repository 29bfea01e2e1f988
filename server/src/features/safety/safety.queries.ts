import type { PersonalData } from '../../kernel/feature.ts';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { hasChangedRows, first } from '../../kernel/sql.ts';
import { joinConnection } from '../people/people.queries.ts';
import { isNamed } from '../people/privacy/privacy.queries.ts';
import type { PersonSummaryRow } from '../people/summary/summary.queries.ts';

const blocksShown = 500;

/** A blocked person. Without name and picture if the person who blocked them can't see them. */
export type BlockedRow = PersonSummaryRow & { since: Date; is_shown: boolean };

/** Returns the people that someone has blocked. */
export const selectBlocks = async (db: Db, me: number): Promise<BlockedRow[]> => {
  const isShown = isNamed(me, sql`u`);
  const { rows } = await sql<BlockedRow>`
    select u.id, ${isShown} as is_shown, b.created_at as since, case when ${isShown} then u.first_name else '' end as first_name,
      case when ${isShown} then u.last_name else '' end as last_name, case when ${isShown} then u.photo end as photo
    from blocks b join users u on u.school_id = b.school_id and u.id = b.blocked_id
    where b.blocker_id = ${me} order by b.created_at desc, u.id limit ${blocksShown}`.execute(db);
  return rows;
};

/** Stores a block. Returns false if it exists already. */
export const insertBlock = (
  db: Db,
  school: SchoolId,
  me: number,
  other: number,
  now: Date,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`insert into blocks (school_id, blocker_id, blocked_id, created_at)
    values (${school}, ${me}, ${other}, ${now}) on conflict do nothing`,
  );

/** Removes a block. Returns false if there was none. */
export const deleteBlock = (db: Db, me: number, other: number): Promise<boolean> =>
  hasChangedRows(db, sql`delete from blocks where blocker_id = ${me} and blocked_id = ${other}`);

/** Removes all blocks by and of a person whose account is deleted. */
export const deleteBlocksOf = async (db: Db, id: number): Promise<void> => {
  await sql`delete from blocks where blocker_id = ${id}`.execute(db);
  await sql`delete from blocks where blocked_id = ${id}`.execute(db);
};

/** A person for a report, regardless of blocks. */
export interface ReportableRow {
  readonly id: number;
  readonly is_disabled: boolean;
  readonly has_hold: boolean;
  readonly requested_by: number | null;
  readonly is_accepted: boolean | null;
  /** True if the reporter has blocked them. */
  readonly is_blocked: boolean;
}

/** Returns the person to report. Undefined if the school has no such person. */
export const selectReportable = (
  db: Db,
  me: number,
  id: number,
): Promise<ReportableRow | undefined> =>
  first(
    db,
    sql<ReportableRow>`
    select u.id, u.is_disabled, u.has_hold, c.requested_by, c.is_accepted,
      exists (select from blocks b where b.blocker_id = ${me} and b.blocked_id = u.id) as is_blocked
    from users u ${joinConnection(me)} where u.id = ${id}`,
  );

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me, name) => ({
  blocked: sql`(select jsonb_agg(jsonb_build_object('person', ${name}, 'since', b.created_at))
        from blocks b join users o on o.school_id = b.school_id and o.id = b.blocked_id where b.blocker_id = ${me})`,
});
