import { sql } from 'kysely';
import type { DocumentKind, EntryState } from '#contract/record/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first, many } from '../../../kernel/sql.ts';
import { badgeColumns, type BadgeRow } from '../badges/badges.queries.ts';
import { type PersonSummaryRow, personSummary } from '../../people/summary/summary.queries.ts';

export interface ManagedKindRow {
  id: number;
  name: string;
  description: string;
  source: 'positions' | 'events' | null;
  verifiers: PersonSummaryRow[];
  entries: number;
  version: number;
}

export const selectManagedKinds = (db: Db): Promise<ManagedKindRow[]> =>
  many(
    db,
    sql<ManagedKindRow>`select k.id, k.name, k.description, k.source, k.version, coalesce((
        select jsonb_agg(${personSummary('u')} order by u.sort_name, u.id) from record_verifiers v
          join users u on u.school_id = v.school_id and u.id = v.user_id
        where v.school_id = k.school_id and v.type_id = k.id), '[]') as verifiers,
      (select count(*)::int from record_entries e where e.school_id = k.school_id and e.type_id = k.id) as entries
    from record_types k order by k.position, k.id`,
  );

export interface KindColumns {
  readonly name: string;
  readonly description: string;
  readonly source: 'positions' | 'events' | null;
}

export const insertKind = async (db: Db, school: SchoolId, one: KindColumns): Promise<number> => {
  const row = await first(
    db,
    sql<{ id: number }>`insert into record_types (school_id, name, description, source, position)
      select ${school}::int, ${one.name}, ${one.description}, ${one.source}::text, coalesce(max(position), 0) + 1 from record_types returning id`,
  );
  return row?.id ?? 0;
};

export const updateKind = (db: Db, id: number, version: number, one: KindColumns) =>
  hasChangedRows(
    db,
    sql`update record_types set name = ${one.name}, description = ${one.description}, source = ${one.source}, version = version + 1
      where id = ${id} and version = ${version}`,
  );

/** Returns whether another type has this name. */
export const isNameTaken = async (
  db: Db,
  table: 'record_types' | 'record_badges',
  name: string,
  but: number | null,
): Promise<boolean> =>
  (await first(
    db,
    sql`select id from ${sql.table(table)} where lower(name) = lower(${name}) and id is distinct from ${but}::bigint`,
  )) !== undefined;

/** Removes a source from all types, because it can fill only one. */
export const clearSource = async (
  db: Db,
  source: 'positions' | 'events',
  but: number | null,
): Promise<void> => {
  await sql`update record_types set source = null, version = version + 1 where source = ${source} and id is distinct from ${but}::bigint`.execute(
    db,
  );
};

export const replaceVerifiers = async (
  db: Db,
  school: SchoolId,
  kind: number,
  users: readonly number[],
): Promise<void> => {
  await sql`delete from record_verifiers where type_id = ${kind}`.execute(db);
  await sql`insert into record_verifiers (school_id, type_id, user_id)
    select ${school}::int, ${kind}::bigint, id from users where id = any(${users as number[]}::bigint[]) and not is_disabled`.execute(
    db,
  );
};

/** Deletes a type that nothing uses. Returns false if something uses it or it no longer exists. */
export const deleteKind = (db: Db, id: number): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`delete from record_types k where k.id = ${id}
      and not exists (select from record_entries e where e.school_id = k.school_id and e.type_id = k.id)
      and not exists (select from record_badges b where b.school_id = k.school_id and b.type_id = k.id)
      and not exists (select from surveys s where s.school_id = k.school_id and s.service_type_id = k.id)`,
  );

/** Replaces the list of competencies. Those with an id keep it, and missing ones are deleted. */
export const replaceCompetencies = async (
  db: Db,
  school: SchoolId,
  items: readonly { id: number | null; name: string }[],
): Promise<void> => {
  const kept = items.flatMap(({ id }) => (id === null ? [] : [id]));
  await sql`delete from record_competencies where id <> all(${kept}::bigint[])`.execute(db);
  // Names can be swapped, so temporary names avoid conflicts.
  await sql`update record_competencies set name = left('~' || id || '~', 60)`.execute(db);
  await sql`update record_competencies c set name = g.name
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as g (id bigint, name text) where c.id = g.id`.execute(
    db,
  );
  await sql`insert into record_competencies (school_id, name)
    select ${school}::int, g.name from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as g (id bigint, name text) where g.id is null`.execute(
    db,
  );
};

export interface ManagedBadgeRow extends BadgeRow {
  awards: number;
  awarding_done: number;
  awarding_total: number | null;
  version: number;
}

export const selectManagedBadges = (db: Db): Promise<ManagedBadgeRow[]> =>
  many(
    db,
    sql<ManagedBadgeRow>`select ${badgeColumns}, b.version, b.awarding_done, b.awarding_total, (select count(*)::int from record_awards a
        where a.school_id = b.school_id and a.badge_id = b.id and a.revoked_at is null) as awards
    from record_badges b left join record_types k on k.school_id = b.school_id and k.id = b.type_id order by b.position, b.id`,
  );

export interface BadgeColumns {
  readonly name: string;
  readonly description: string;
  readonly icon: string;
  readonly color: number;
  readonly basis: string;
  readonly kind: number | null;
  readonly goal: number;
}

export const insertBadge = async (db: Db, school: SchoolId, one: BadgeColumns): Promise<number> => {
  const row = await first(
    db,
    sql<{
      id: number;
    }>`insert into record_badges (school_id, name, description, icon, color, basis, type_id, goal, position)
      select ${school}::int, ${one.name}, ${one.description}, ${one.icon}, ${one.color}::int, ${one.basis}, ${one.kind}::bigint,
        ${one.goal}::int, coalesce(max(position), 0) + 1 from record_badges returning id`,
  );
  return row?.id ?? 0;
};

export const updateBadge = (db: Db, id: number, version: number, one: BadgeColumns) =>
  hasChangedRows(
    db,
    sql`update record_badges set name = ${one.name}, description = ${one.description}, icon = ${one.icon}, color = ${one.color},
      basis = ${one.basis}, type_id = ${one.kind}, goal = ${one.goal}, version = version + 1 where id = ${id} and version = ${version}`,
  );

/** Replaces the badges that a path counts. Skips those that would form a loop. */
export const replaceSteps = async (
  db: Db,
  school: SchoolId,
  badge: number,
  steps: readonly number[],
): Promise<void> => {
  await sql`delete from record_badge_steps where badge_id = ${badge}`.execute(db);
  await sql`with recursive above (id) as (
      select ${badge}::bigint
      union select s.badge_id from above a join record_badge_steps s on s.step_id = a.id
    )
    insert into record_badge_steps (school_id, badge_id, step_id)
    select ${school}::int, ${badge}::bigint, b.id from record_badges b
    where b.id = any(${steps as number[]}::bigint[]) and b.id not in (select id from above)`.execute(
    db,
  );
};

export interface VerifiedRow extends PersonSummaryRow {
  entry: number;
  kind: string;
  title: string;
  organization: string;
  minutes: number;
  state: EntryState;
  verified_by: string;
  verified_at: Date;
  reason: string;
}

/** Returns verified and revoked experiences, newest first. `search` has words with which the person's names begin. */
export const selectVerified = (
  db: Db,
  search: string,
  before: { at: Date; id: number } | null,
  limit: number,
): Promise<VerifiedRow[]> =>
  many(
    db,
    sql<VerifiedRow>`select u.id, u.first_name, u.last_name, u.photo, e.id as entry, k.name as kind, e.title, e.organization, e.minutes,
      e.state, e.verified_by, e.verified_at, e.reason
    from record_entries e join record_types k on k.school_id = e.school_id and k.id = e.type_id
      join users u on u.school_id = e.school_id and u.id = e.user_id
    where e.verified_at is not null
      ${before === null ? sql`` : sql`and (e.verified_at, e.id) < (${before.at}::timestamptz, ${before.id}::bigint)`}
      ${
        search === ''
          ? sql``
          : // Finds people by the word index first, so that a rare name doesn't read all verified entries.
            sql`and e.user_id = any(array(select w.user_id from unnest(search_words(${search})) as t (word)
        join user_words w on w.word >= t.word and w.word < t.word || chr(1114111)
        group by w.user_id having count(distinct t.word) = (select count(distinct n) from unnest(search_words(${search})) as n)))`
      }
    order by e.verified_at desc, e.id desc limit ${limit}`,
  );

/** Revokes a verified experience. Returns its owner. */
export const revokeVerified = (db: Db, id: number, reason: string, now: Date) =>
  first(
    db,
    sql<{
      user_id: number;
      title: string;
    }>`update record_entries set state = 'revoked', reason = ${reason}, updated_at = ${now},
      version = version + 1 where id = ${id} and state = 'verified' returning user_id, title`,
  );

export interface IssuedRow extends PersonSummaryRow {
  document: number;
  kind: DocumentKind;
  code: string;
  issued_at: Date;
  revoked_at: Date | null;
}

export const selectIssued = (
  db: Db,
  before: { at: Date; id: number } | null,
  limit: number,
): Promise<IssuedRow[]> =>
  many(
    db,
    sql<IssuedRow>`select u.id, u.first_name, u.last_name, u.photo, d.id as document, d.kind, d.code, d.issued_at, d.revoked_at
    from record_documents d join users u on u.school_id = d.school_id and u.id = d.user_id
    ${before === null ? sql`` : sql`where (d.issued_at, d.id) < (${before.at}::timestamptz, ${before.id}::bigint)`}
    order by d.issued_at desc, d.id desc limit ${limit}`,
  );
