import { sql } from 'kysely';
import type { LeftOutReason } from '#contract/elections/limits.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';
import { isPresent, type VisibilityScope } from '../../people/privacy/privacy.queries.ts';
import type { ElectionRow, StoredRule } from '../elections.queries.ts';

interface FaceRow {
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly photo: string | null;
}

type Electorate = Pick<ElectionRow, 'club_id' | 'voter_rule'>;

const byRule = ({ club_id: club, voter_rule: rule }: Electorate, now: Date) =>
  sql`election_voters_by_rule(${club}::bigint, ${JSON.stringify(rule)}::jsonb, null, ${now}::timestamptz)`;

/** Counts the people who can vote by a rule. Calls `server/database/functions/election_voters_by_rule.sql`. */
export const countVotersOf = async (db: Db, electorate: Electorate, now: Date): Promise<number> =>
  (
    await first(
      db,
      sql<{ n: number }>`select count(*)::int as n from ${byRule(electorate, now)} as v`,
    )
  )?.n ?? 0;

/** Returns the first people who can vote by a rule and are visible to the viewer. Calls `server/database/functions/election_voters_by_rule.sql`. */
export const selectVotersOf = (
  db: Db,
  visibility: VisibilityScope,
  electorate: Electorate,
  { limit, now }: { limit: number; now: Date },
) =>
  many(
    db,
    sql<FaceRow>`select u.id, u.first_name, u.last_name, u.photo from ${byRule(electorate, now)} as v join users u on u.id = v
      where ${isPresent(visibility)} order by u.sort_name, u.id limit ${sql.lit(limit)}`,
  );

/** Returns whether a rule starts from all members and then excludes some. */
const namesMembers = ({ members, dues, tags, years }: StoredRule): boolean =>
  members || dues || tags.length > 0 || years.length > 0;

/**
 * Returns the members who are excluded by a rule, with the first reason that applies, and their number. For elections of the school, only the
 * people on the deny list. Calls `server/database/functions/election_voters_by_rule.sql`.
 */
export const selectLeftOut = (
  db: Db,
  visibility: VisibilityScope,
  electorate: Electorate,
  { limit, now }: { limit: number; now: Date },
) => {
  const { club_id: club, voter_rule: rule } = electorate;
  const denied = sql`(${JSON.stringify(rule.deny)}::jsonb)`;
  const members =
    club === null || !namesMembers(rule)
      ? sql`select u.id, '{}'::text[] as tags from users u where u.id::text in (select d ->> 'uid' from jsonb_array_elements(${denied}) as d)`
      : sql`select m.user_id as id, m.tags from club_members m where m.club_id = ${club} and m.status = 'member'`;
  return many(
    db,
    sql<FaceRow & { reason: LeftOutReason; note: string; total: number }>`
      select u.id, u.first_name, u.last_name, u.photo, coalesce(d.note, '') as note, count(*) over ()::int as total,
        case when d.uid is not null then 'denied' when u.is_disabled then 'disabled'
          when cardinality(${rule.tags as string[]}::text[]) > 0 and not m.tags && ${rule.tags as string[]}::text[] then 'tag'
          when ${rule.dues} and (cardinality(${rule.years as number[]}::int[]) = 0 or u.listed_year = any (${rule.years as number[]}::int[])) then 'dues' else 'year' end as reason
      from (${members}) as m join users u on u.id = m.id
        left join lateral (select d ->> 'uid' as uid, d ->> 'reason' as note from jsonb_array_elements(${denied}) as d
          where d ->> 'uid' = u.id::text limit 1) as d on true
      where not u.id in (select ${byRule(electorate, now)}) and ${isPresent(visibility)}
      order by u.sort_name, u.id limit ${sql.lit(limit)}`,
  );
};

/** Counts the members of a club who owe dues. Calls `server/database/functions/club_dues.sql`. */
export const countOwing = async (db: Db, club: number, now: Date): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from club_dues(${club}::bigint, null, ${now}::timestamptz) d where d.state in ('due', 'lapsed')`,
    )
  )?.n ?? 0;

/** Returns the voters of an open or ended election who are visible to the viewer, by name. */
export const selectVoters = (
  db: Db,
  visibility: VisibilityScope,
  election: number,
  { after, size }: { after: readonly [string, number] | null; size: number },
) =>
  many(
    db,
    sql<FaceRow & { sort_name: string; has_voted: boolean | null }>`
      select u.id, u.first_name, u.last_name, u.photo, u.sort_name, v.has_voted
      from election_voters v join users u on u.school_id = v.school_id and u.id = v.user_id
      where v.election_id = ${election} and ${isPresent(visibility)} ${after === null ? sql`` : sql`and (u.sort_name, u.id) > (${after[0]}, ${after[1]}::bigint)`}
      order by u.sort_name, u.id limit ${sql.lit(size)}`,
  );

/** Returns the tags of a club's members, for choosing voters. */
export const selectMemberTags = async (db: Db, club: number): Promise<string[]> =>
  (
    await many(
      db,
      sql<{
        tag: string;
      }>`select distinct t as tag from club_members m, unnest(m.tags) as t where m.club_id = ${club} and m.status = 'member' order by t`,
    )
  ).map(({ tag }) => tag);
