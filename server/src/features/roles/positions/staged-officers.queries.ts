import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { first } from '../../../kernel/sql.ts';

/**
 * Assigns the positions in `officer_targets` (line, club_id, user_id, position, since). Each one replaces the person's previous position in
 * that club. Creates missing positions without permissions, because a list must not grant permissions that staff haven't granted.
 */
export const mergeGrants = async (
  db: Db,
  school: SchoolId,
  now: Date,
): Promise<{ added: number; changed: number; ended: number; unchanged: number }> => {
  await sql`insert into roles (school_id, scope, name, permissions, position, created_at)
    select ${school}::int, 'club', (array_agg(position order by line))[1], '{}',
      (select coalesce(max(position), 0) from roles where scope = 'club') + row_number() over (order by min(line)), ${now}
    from officer_targets t where not exists (select from roles r where r.scope = 'club' and lower(r.name) = lower(t.position))
    group by lower(position)`.execute(db);
  // People can get a position again after it has ended. The import's journal keeps the old one for the undo.
  await sql`delete from role_grants g using officer_targets t
    where g.scope_id = t.club_id and g.user_id = t.user_id and g.ends_at <= now()`.execute(db);
  await sql`create temp table grant_targets on commit drop as
    select t.line, t.club_id, t.user_id, r.id as role_id,
      coalesce(t.since, g.granted_at, ${now}::timestamptz) as granted_at, g.user_id is null as is_new_grant,
      g.granted_at is distinct from coalesce(t.since, g.granted_at, ${now}::timestamptz) as differs,
      exists (select from current_grants o where o.scope_id = t.club_id and o.user_id = t.user_id) as has_position
    from officer_targets t join roles r on r.scope = 'club' and lower(r.name) = lower(t.position)
      left join current_grants g on g.role_id = r.id and g.scope_id = t.club_id and g.user_id = t.user_id`.execute(
    db,
  );
  await sql`analyze grant_targets`.execute(db);
  await sql`delete from role_grants g using grant_targets t
    where g.scope_id = t.club_id and g.user_id = t.user_id and g.role_id <> t.role_id`.execute(db);
  await sql`update role_grants g set granted_at = t.granted_at from grant_targets t
    where g.scope_id = t.club_id and g.user_id = t.user_id and g.role_id = t.role_id and t.differs`.execute(
    db,
  );
  await sql`insert into role_grants (school_id, role_id, user_id, scope_id, granted_at)
    select ${school}::int, role_id, user_id, club_id, granted_at from grant_targets where is_new_grant order by line`.execute(
    db,
  );
  const counted = await first(
    db,
    sql<{ added: number; changed: number; total: number }>`
    select (count(*) filter (where not has_position))::int as added, (count(*) filter (where has_position and differs))::int as changed,
      count(*)::int as total from grant_targets`,
  );
  const { added = 0, changed = 0, total = 0 } = counted ?? {};
  return { added, changed, ended: 0, unchanged: total - added - changed };
};
