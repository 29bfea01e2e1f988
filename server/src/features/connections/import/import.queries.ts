import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { selectStagedProblems } from '../../../kernel/database/staged-problems.ts';
import type { SchoolId } from '../../../kernel/ids.ts';

/** Creates the table that connections are streamed into. It exists until the transaction ends. `a` requested `b`. */
export const createStagedConnections = async (db: Db): Promise<void> => {
  await sql`drop table if exists pg_temp.staged_connections`.execute(db);
  await sql`create temp table staged_connections (
    line int not null, a text not null, b text not null, is_accepted boolean not null, requested_at timestamptz, accepted_at timestamptz
  ) on commit drop`.execute(db);
};

/**
 * Selects rows with people who are neither in the school nor staged, or with the same person twice, in file order, at most `limit`, and
 * their total number.
 */
export const selectConnectionProblems = async (db: Db, limit: number) => {
  await sql`analyze staged_connections`.execute(db);
  const rules = [
    sql`select line, "column", 'no one has the username ' || quote_literal(username)
      from (select line, 'a' as "column", a as username from staged_connections union all select line, 'b', b from staged_connections) as named
      where not exists (select from users u where u.username = named.username)
        and not exists (select from staged_people s where s.username = named.username)`,
    sql`select line, 'b', 'is the same person as a' from staged_connections where a = b`,
  ];
  return selectStagedProblems(db, rules, limit);
};

/** The result of a merge, in pairs. */
export interface Merged {
  readonly added: number;
  readonly changed: number;
  /** Always 0, because an import ends no connection. */
  readonly ended: number;
  readonly unchanged: number;
}

/**
 * Writes the staged connections, one row per pair regardless of order and duplicates. Two people who request each other are connected.
 * Connections are never removed: agreements since the file was created stay. Pairs with a block count as unchanged.
 */
export const mergeConnections = async (db: Db, school: SchoolId, now: Date): Promise<Merged> => {
  await sql`drop table if exists pg_temp.staged_pairs`.execute(db);
  await sql`create temp table staged_pairs on commit drop as
    select low_id, high_id, (array_agg(asker order by line))[1] as requested_by,
      bool_or(is_accepted) or count(distinct asker) > 1 as is_accepted,
      coalesce(min(requested_at), min(accepted_at), ${now}) as requested_at, coalesce(min(accepted_at), max(requested_at), ${now}) as accepted_at
    from (
      select least(x.id, y.id) as low_id, greatest(x.id, y.id) as high_id, x.id as asker, s.line, s.is_accepted, s.requested_at, s.accepted_at
      from staged_connections s join users x on x.username = s.a join users y on y.username = s.b
    ) as resolved group by low_id, high_id`.execute(db);
  await sql`analyze staged_pairs`.execute(db);
  const blocked = Number(
    (
      await sql`delete from staged_pairs p using blocked_pairs b where b.user_id = p.low_id and b.other_id = p.high_id`.execute(
        db,
      )
    ).numAffectedRows ?? 0,
  );
  const changed = Number(
    (
      await sql`
    update connections c set is_accepted = true, accepted_at = p.accepted_at from staged_pairs p
    where c.low_id = p.low_id and c.high_id = p.high_id and not c.is_accepted and (p.is_accepted or c.requested_by <> p.requested_by)`.execute(
        db,
      )
    ).numAffectedRows ?? 0,
  );
  const added = Number(
    (
      await sql`
    insert into connections (school_id, low_id, high_id, requested_by, is_accepted, requested_at, accepted_at)
    select ${school}::int, low_id, high_id, requested_by, is_accepted, requested_at, case when is_accepted then accepted_at end
    from staged_pairs order by low_id, high_id on conflict do nothing`.execute(db)
    ).numAffectedRows ?? 0,
  );
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from staged_pairs`.execute(
    db,
  );
  return { added, changed, ended: 0, unchanged: blocked + (rows[0]?.n ?? 0) - added - changed };
};
