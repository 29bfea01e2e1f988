import { sql, type RawBuilder } from 'kysely';
import type { CountedSource, PointSource } from '#contract/club-points/limits.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { PersonalData } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { hasChangedRows, first, many } from '../../kernel/sql.ts';
import { isPresent, type VisibilityScope } from '../people/privacy/privacy.queries.ts';
import { personSummary } from '../people/summary/summary.queries.ts';

interface ClubScope {
  readonly school: SchoolId;
  readonly club: number;
  readonly now: Date;
}

export interface PointSettingsRow {
  readonly points: Partial<Record<CountedSource, number>>;
  readonly version: number;
}

export const selectSettings = (db: Db, club: number) =>
  first(
    db,
    sql<PointSettingsRow>`select points, version from club_point_settings where club_id = ${club}`,
  );

/** Updates settings that are still at `version`, where 0 means no settings. Returns false if someone has changed them since. */
export const upsertSettings = (
  db: Db,
  school: SchoolId,
  club: number,
  { version, points }: PointSettingsRow,
): Promise<boolean> =>
  hasChangedRows(
    db,
    version === 0
      ? sql`insert into club_point_settings (school_id, club_id, points) values (${school}, ${club}, ${JSON.stringify(points)}::jsonb)
          on conflict do nothing`
      : sql`update club_point_settings set points = points || ${JSON.stringify(points)}::jsonb, version = version + 1
          where club_id = ${club} and version = ${version}`,
  );

/** Transactions to add: their source, people and points. */
interface NewLines {
  readonly source: Exclude<PointSource, 'reversal'>;
  /** The id of the source, as an expression on the member `m`. The same id counts once. */
  readonly sourceId: RawBuilder<unknown>;
  readonly points: RawBuilder<unknown>;
  readonly reason: string;
  readonly by: number | null;
  /** A condition on the members `m` with their people `u`. */
  readonly where: RawBuilder<unknown>;
}

/** Adds a transaction for each of these people who is a member. The same source counts once. Returns the people. */
const insertLines = async (
  db: Db,
  { school, club, now }: ClubScope,
  people: readonly number[],
  { source, sourceId, points, reason, by, where }: NewLines,
): Promise<number[]> => {
  const rows = await many(
    db,
    // In a fixed order, so that two calls for the same people don't deadlock.
    sql<{
      id: number;
    }>`insert into club_point_transactions (school_id, club_id, user_id, source, source_id, points, reason, actor_id, at)
    select ${school}::int, ${club}::bigint, n.user_id, ${source}, n.source_id, n.points, ${reason}, ${by}::bigint, ${now}::timestamptz
    from (select m.user_id, ${sourceId} as source_id, ${points} as points
      from club_members m join users u on u.school_id = m.school_id and u.id = m.user_id
      where m.club_id = ${club} and m.status = 'member' and not u.is_disabled and m.user_id = any(${people as number[]}::bigint[]) and ${where}) as n
    where n.points <> 0 and n.source_id is not null order by n.user_id
    on conflict do nothing returning user_id as id`,
  );
  return rows.map(({ id }) => id);
};

/** The position of the member `m` in the club, as an expression. */
const positionOf = sql`(select g.role_id::text from current_grants g
  where g.school_id = m.school_id and g.scope_id = m.club_id and g.user_id = m.user_id order by g.role_id limit 1)`;

/** Adds the club's points for a source. With `sourceId` null, the source is each member's position. */
export const insertAward = (
  db: Db,
  scope: ClubScope,
  people: readonly number[],
  { source, sourceId }: { source: CountedSource; sourceId: string | null },
) =>
  insertLines(db, scope, people, {
    source,
    sourceId: sourceId === null ? positionOf : sql`${sourceId}::text`,
    points: sql`coalesce((select (s.points ->> ${source}::text)::int from club_point_settings s where s.club_id = ${scope.club}), 0)`,
    reason: '',
    by: null,
    where: sql`true`,
  });

/** The source of the transaction `l`. Points that were awarded again after a reversal have a number appended. */
const countedId = sql`split_part(l.source_id, '#', 1)`;

/** Converts the people and their sources to arrays. */
const wantedLists = (wanted: readonly { person: number; sourceId: string }[]) =>
  sql`unnest(${wanted.map(({ person }) => person)}::bigint[], ${wanted.map(({ sourceId }) => sourceId)}::text[])`;

/** Reverses points for an item that are no longer wanted. Earlier reversals stay. */
export const reverseUnwanted = async (
  db: Db,
  { school, club, now }: ClubScope,
  people: readonly number[],
  {
    source,
    of,
    wanted,
  }: {
    source: CountedSource;
    of: string;
    wanted: readonly { person: number; sourceId: string }[];
  },
): Promise<void> => {
  await sql`insert into club_point_transactions (school_id, club_id, user_id, source, source_id, points, reason, actor_id, at, reverses_id)
    select ${school}::int, l.club_id, l.user_id, 'reversal', l.id::text, -l.points, '', null, ${now}::timestamptz, l.id
    from club_point_transactions l where l.club_id = ${club} and l.user_id = any(${people as number[]}::bigint[]) and l.source = ${source}
      and (${countedId} = ${of} or starts_with(${countedId}, ${of} || ':'))
      and not exists (select from ${wantedLists(wanted)} w (person, source_id) where w.person = l.user_id and w.source_id = ${countedId})
    order by l.id on conflict do nothing`.execute(db);
};

/** Awards missing points for sources, unless an officer reversed them. */
export const insertWanted = async (
  db: Db,
  { school, club, now }: ClubScope,
  source: CountedSource,
  wanted: readonly { person: number; sourceId: string }[],
): Promise<void> => {
  await sql`insert into club_point_transactions (school_id, club_id, user_id, source, source_id, points, reason, at)
    select ${school}::int, ${club}::bigint, w.person, ${source}, w.source_id || case when b.lines = 0 then '' else '#' || b.lines end, s.points, '',
      ${now}::timestamptz
    from ${wantedLists(wanted)} w (person, source_id)
      join club_members m on m.club_id = ${club} and m.user_id = w.person and m.status = 'member'
      join users u on u.school_id = m.school_id and u.id = m.user_id and not u.is_disabled
      cross join lateral (select count(*) as lines, count(*) filter (where r.id is null or r.actor_id is not null) as kept
        from club_point_transactions l left join club_point_transactions r on r.school_id = l.school_id and r.reverses_id = l.id
        where l.club_id = ${club} and l.user_id = w.person and l.source = ${source} and ${countedId} = w.source_id) b
      cross join (select coalesce((select (c.points ->> ${source}::text)::int from club_point_settings c where c.club_id = ${club}), 0) as points) s
    where b.kept = 0 and s.points <> 0 order by w.person, w.source_id on conflict do nothing`.execute(
    db,
  );
};

/** Renames the sources of transactions. If two get the same name, both still count. */
export const renameSources = async (
  db: Db,
  { club, people, source }: { club: number; people: readonly number[]; source: CountedSource },
  names: readonly (readonly [before: string, after: string])[],
): Promise<void> => {
  const lines = sql`l.club_id = ${club} and l.user_id = any(${people as number[]}::bigint[]) and l.source = ${source}`;
  // Uses temporary unique names, because one source may get another's old name.
  await sql`update club_point_transactions l set source_id = '~' || n.after || substr(l.source_id, length(n.before) + 1)
    from unnest(${names.map(([before]) => before)}::text[], ${names.map(([, after]) => after)}::text[]) as n (before, after)
    where ${lines} and ${countedId} = n.before`.execute(db);
  await sql`update club_point_transactions l set source_id = substr(l.source_id, 2) || case when exists (select from club_point_transactions x
      where x.school_id = l.school_id and x.club_id = l.club_id and x.user_id = l.user_id and x.source = l.source
        and x.source_id = substr(l.source_id, 2)) then '#' || l.id else '' end
    where ${lines} and l.source_id like '~%'`.execute(db);
};

/** Adds an officer's award for people that they can see. */
export const insertGift = (
  db: Db,
  visibility: VisibilityScope,
  scope: ClubScope,
  people: readonly number[],
  gift: { sourceId: string; points: number; reason: string; by: number },
) =>
  insertLines(db, scope, people, {
    ...gift,
    source: 'given',
    sourceId: sql`${gift.sourceId}::text`,
    points: sql`${gift.points}::int`,
    where: isPresent(visibility),
  });

/** Counts the people with a transaction of a source. */
export const countLines = async (
  db: Db,
  club: number,
  people: readonly number[],
  sourceId: string,
): Promise<number> =>
  (
    await first(
      db,
      sql<{ n: number }>`select count(*)::int as n from club_point_transactions
      where club_id = ${club} and user_id = any(${people as number[]}::bigint[]) and source = 'given' and source_id = ${sourceId}`,
    )
  )?.n ?? 0;

/** Selects a transaction of a club with its person. */
export const selectLine = (db: Db, club: number, id: number) =>
  first(
    db,
    sql<{
      id: number;
      user_id: number;
      reverses_id: number | null;
    }>`select id, user_id, reverses_id from club_point_transactions where club_id = ${club} and id = ${id}`,
  );

/** Reverses a transaction. Returns false if it was already reversed. A simultaneous call waits for the first. */
export const insertReversal = (
  db: Db,
  { school, club, now }: ClubScope,
  line: number,
  { by, reason }: { by: number; reason: string },
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`insert into club_point_transactions (school_id, club_id, user_id, source, source_id, points, reason, actor_id, at, reverses_id)
    select ${school}::int, ${club}::bigint, l.user_id, 'reversal', l.id::text, -l.points, ${reason}, ${by}::bigint, ${now}::timestamptz, l.id
    from club_point_transactions l where l.club_id = ${club} and l.id = ${line} on conflict do nothing`,
  );

export const selectBalance = async (db: Db, club: number, person: number): Promise<number> =>
  (
    await first(
      db,
      sql<{
        points: number;
      }>`select points from club_point_balances where club_id = ${club} and user_id = ${person}`,
    )
  )?.points ?? 0;

export interface PointLineRow {
  readonly id: number;
  readonly source: PointSource;
  readonly points: number;
  readonly reason: string;
  readonly at: Date;
  readonly by: {
    readonly id: number;
    readonly first_name: string;
    readonly last_name: string;
    readonly photo: string | null;
  } | null;
  readonly is_reversed: boolean;
}

/** Selects a person's transactions in a club, newest first, after the last one of the previous page. */
export const selectLines = (
  db: Db,
  visibility: VisibilityScope,
  { club, person }: { club: number; person: number },
  { after, size }: { after: readonly [Date, number] | null; size: number },
) =>
  many(
    db,
    sql<PointLineRow>`select l.id, l.source, l.points, l.reason, l.at,
      (select ${personSummary('u')}
        from users u where u.school_id = l.school_id and u.id = l.actor_id and ${isPresent(visibility)}) as by,
      exists (select from club_point_transactions r where r.school_id = l.school_id and r.reverses_id = l.id) as is_reversed
    from club_point_transactions l where l.club_id = ${club} and l.user_id = ${person}
      and ${after === null ? sql`true` : sql`(l.at, l.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`}
    order by l.at desc, l.id desc limit ${size}`,
  );

/** Returns whether the caller can see a person, and therefore their points if permitted. */
export const isPersonSeen = async (
  db: Db,
  visibility: VisibilityScope,
  person: number,
): Promise<boolean> =>
  (await first(
    db,
    sql`select from users u where u.id = ${person} and ${isPresent(visibility)}`,
  )) !== undefined;

/** Deletes an erased person's points. Awards that they gave stay without their name. */
export const deletePointsOf = async (db: Db, person: number): Promise<void> => {
  await sql`delete from club_point_transactions where user_id = ${person}`.execute(db);
  await sql`delete from club_point_balances where user_id = ${person}`.execute(db);
  await sql`update club_point_transactions set actor_id = null where actor_id = ${person}`.execute(
    db,
  );
};

/** The person's points, for their data export. */
export const personalData: PersonalData = (me) => ({
  clubPoints: sql`(select jsonb_agg(jsonb_build_object('club', c.name, 'balance', b.points,
      'lines', (select coalesce(jsonb_agg(jsonb_build_object('for', l.source, 'points', l.points, 'reason', l.reason, 'at', l.at) order by l.at, l.id), '[]')
        from club_point_transactions l where l.school_id = b.school_id and l.club_id = b.club_id and l.user_id = b.user_id)) order by c.name, c.id)
    from club_point_balances b join clubs c on c.school_id = b.school_id and c.id = b.club_id where b.user_id = ${me})`,
  clubPointsGiven: sql`(select jsonb_agg(jsonb_build_object('club', c.name, 'points', l.points, 'reason', l.reason, 'at', l.at) order by l.at, l.id)
    from club_point_transactions l join clubs c on c.school_id = l.school_id and c.id = l.club_id where l.actor_id = ${me})`,
});
