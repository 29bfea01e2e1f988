import { sql, type RawBuilder } from 'kysely';
import type { ClubStatus } from '#contract/clubs/limits.ts';
import type { VoterRule } from '#contract/elections/endpoints.ts';
import type { ContestKind, CountMethod, NominationState } from '#contract/elections/limits.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { insertEvent } from '../../kernel/jobs/outbox.ts';
import { first, hasChangedRows, many } from '../../kernel/sql.ts';
import { isPresent, type VisibilityScope } from '../people/privacy/privacy.queries.ts';

export type ElectionState =
  | 'draft'
  | 'announced'
  | 'voting'
  | 'counting'
  | 'published'
  | 'canceled';

/** A rule for voters as it is stored: with all parts. */
export type StoredRule = {
  readonly [P in keyof VoterRule]-?: Exclude<VoterRule[P], undefined>;
};

export interface CandidateRow {
  readonly id: number;
  readonly user_id: number | null;
  readonly name: string;
  /** The picture that voters see: of the candidacy, or else of the profile. */
  readonly photo: string | null;
  readonly own_photo: string | null;
  readonly statement: string;
  readonly video_url: string | null;
  readonly state: NominationState;
  readonly proposed_by: number | null;
}

export interface ContestRow {
  readonly id: number;
  readonly title: string;
  readonly kind: ContestKind;
  readonly method: CountMethod | null;
  readonly seats: number;
  readonly max_choices: number;
  readonly allows_write_ins: boolean;
  readonly needs_majority: boolean;
  readonly share_numerator: number | null;
  readonly share_denominator: number | null;
  readonly lots: readonly number[] | null;
  /** In the order of the election, with every nomination. */
  readonly candidates: readonly CandidateRow[];
}

/** An election as one person can see it. */
export interface ElectionRow {
  readonly id: number;
  readonly club_id: number | null;
  readonly club_name: string | null;
  readonly club_status: ClubStatus | null;
  readonly title: string;
  readonly description: string;
  readonly state: ElectionState;
  readonly time_zone: string;
  readonly nominations_end_at: Date | null;
  readonly opens_at: Date;
  readonly closes_at: Date;
  readonly voter_rule: StoredRule;
  readonly allows_revote: boolean;
  readonly quorum: number | null;
  readonly keeps_voter_list: boolean;
  readonly accepts_paper: boolean;
  /** The first person who confirmed the paper ballots, and when the second one did. */
  readonly paper_signed_by: number | null;
  readonly paper_entered_at: Date | null;
  readonly proposed_by: number | null;
  readonly announced_by: number | null;
  readonly created_by: number | null;
  readonly extension_reason: string | null;
  readonly cancellation_reason: string | null;
  readonly voters: number | null;
  readonly ballots: number | null;
  readonly secret_name: string | null;
  readonly version: number;
  /** True if the person belongs to the voters: by the stored list, or by the rule before voting opens. */
  readonly is_voter: boolean;
  readonly is_candidate: boolean;
  /** True if the person is nominated and hasn't answered. */
  readonly is_nominated: boolean;
  /** True if the person belongs to the club. For elections of the school, always true. */
  readonly is_member: boolean;
  /** Whether the list of voters says that the person voted. Null while voting runs, and without a list. */
  readonly has_voted: boolean | null;
  readonly contests: readonly ContestRow[];
}

/**
 * Returns whether a person belongs to the voters of the election `e`. After the opening, someone who left the club or whose account is
 * disabled can't vote, if the rule names members.
 */
export const isVoter = (viewer: number | RawBuilder<unknown>, now: Date): RawBuilder<boolean> =>
  sql`case when e.opened_at is null then e.state = 'announced' and ${viewer} in (select election_voters_by_rule(e.club_id, e.voter_rule, ${viewer}::bigint, ${now}::timestamptz))
    else exists (select from election_voters v where v.school_id = e.school_id and v.election_id = e.id and v.user_id = ${viewer}) end`;

const isCandidate = (viewer: number, states: readonly NominationState[]): RawBuilder<boolean> =>
  sql`exists (select from election_candidates x join election_contests k on k.school_id = x.school_id and k.id = x.contest_id
    where x.school_id = e.school_id and k.election_id = e.id and x.user_id = ${viewer} and x.state = any(${states as NominationState[]}::text[]))`;

const contests = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'title', k.title, 'kind', k.kind, 'method', k.method, 'seats', k.seats,
    'max_choices', k.max_choices, 'allows_write_ins', k.allows_write_ins, 'needs_majority', k.needs_majority, 'share_numerator', k.share_numerator,
    'share_denominator', k.share_denominator, 'lots', to_jsonb(k.lots), 'candidates',
    (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'user_id', x.user_id, 'name', coalesce(nullif(btrim(u.first_name || ' ' || u.last_name), ''), x.name),
        'photo', coalesce(x.photo, u.photo), 'own_photo', x.photo, 'statement', x.statement, 'video_url', x.video_url, 'state', x.state, 'proposed_by', x.proposed_by) order by x.position, x.id), '[]')
      from election_candidates x left join users u on u.school_id = x.school_id and u.id = x.user_id
      where x.school_id = k.school_id and x.contest_id = k.id)) order by k.position, k.id), '[]')
  from election_contests k where k.school_id = e.school_id and k.election_id = e.id)`;

/** Selects elections, with their contests if `isFull`. Calls `server/database/functions/election_voters_by_rule.sql`. */
const electionsSql = (
  { viewer, now }: { viewer: number; now: Date },
  which: RawBuilder<unknown>,
  { isFull, order = sql`` }: { isFull: boolean; order?: RawBuilder<unknown> },
): RawBuilder<ElectionRow> => sql`
  select e.id, e.club_id, c.name as club_name, c.status as club_status, e.title, e.description, e.state, e.time_zone, e.nominations_end_at, e.opens_at,
    e.closes_at, e.voter_rule, e.allows_revote, e.quorum, e.keeps_voter_list, e.accepts_paper, e.paper_signed_by,
    e.paper_entered_at, e.proposed_by, e.announced_by, e.created_by, e.extension_reason,
    e.cancellation_reason, e.voters, e.ballots, e.secret_name, e.version, ${isVoter(viewer, now)} as is_voter, ${isCandidate(viewer, ['proposed', 'accepted', 'withdrawn'])} as is_candidate,
    ${isCandidate(viewer, ['proposed'])} as is_nominated,
    e.club_id is null or exists (select from club_members m where m.school_id = e.school_id and m.club_id = e.club_id and m.user_id = ${viewer}
      and m.status = 'member') as is_member,
    (select v.has_voted from election_voters v where v.school_id = e.school_id and v.election_id = e.id and v.user_id = ${viewer}) as has_voted,
    ${isFull ? contests : sql`'[]'::jsonb`} as contests
  from elections e left join clubs c on c.school_id = e.school_id and c.id = e.club_id
  where (e.club_id is null or c.deleted_at is null) and ${which} ${order}`;

/** Returns an election even if the person can't see it. */
export const selectElection = (
  db: Db,
  viewer: number,
  id: number,
  now: Date,
): Promise<ElectionRow | undefined> =>
  first(db, electionsSql({ viewer, now }, sql`e.id = ${id}`, { isFull: true }));

/** Returns an election by the id that its author's client chose. */
export const selectElectionByClient = (
  db: Db,
  author: number,
  clientId: string,
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`select id from elections where created_by = ${author} and client_id = ${clientId}::uuid`,
  );

/** The opening time and id of the last election on the previous page. */
export type ElectionCursor = readonly [Date, number];

/** Returns elections that a person manages, can vote in or is a candidate of, newest first. Calls `server/database/functions/election_voters_by_rule.sql`. */
export const selectElections = (
  db: Db,
  viewer: number,
  /** The clubs whose elections the person manages: null for all. `school`: the elections of the school. */
  managed: { readonly clubs: readonly number[] | null; readonly school: boolean },
  {
    club,
    after,
    size,
    now,
  }: { club: number | null; after: ElectionCursor | null; size: number; now: Date },
): Promise<ElectionRow[]> =>
  many(
    db,
    electionsSql(
      { viewer, now },
      sql`${club === null ? sql`true` : sql`e.club_id = ${club}`}
        ${after === null ? sql`` : sql`and (e.opens_at, e.id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`}
        and (${managed.clubs === null ? sql`e.club_id is not null` : sql`e.club_id = any(${managed.clubs as number[]}::bigint[])`}
          or ${managed.school} and e.club_id is null
          or e.state <> 'draft' and (
            e.id in (select v.election_id from election_voters v where v.user_id = ${viewer})
            or e.state = 'announced' and ${viewer} in (select election_voters_by_rule(e.club_id, e.voter_rule, ${viewer}::bigint, ${now}::timestamptz)))
          or e.id in (select k.election_id from election_candidates x join election_contests k on k.school_id = x.school_id and k.id = x.contest_id
            where x.user_id = ${viewer} and x.state in ('proposed', 'accepted', 'withdrawn')))`,
      {
        isFull: false,
        order: sql`order by e.opens_at desc, e.id desc limit ${sql.lit(size)}`,
      },
    ),
  );

export const countElections = async (db: Db, club: number | null): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from elections where club_id is not distinct from ${club}`,
    )
  )?.n ?? 0;

/** The columns of an election that people set. */
export interface ElectionColumns {
  readonly title: string;
  readonly description: string;
  readonly time_zone: string;
  readonly nominations_end_at: Date | null;
  readonly opens_at: Date;
  readonly closes_at: Date;
  readonly voter_rule: StoredRule;
  readonly allows_revote: boolean;
  readonly quorum: number | null;
  readonly keeps_voter_list: boolean;
  readonly accepts_paper: boolean;
}

/** Stores a draft. Returns undefined if the author's client already created it. */
export const insertElection = (
  db: Db,
  school: SchoolId,
  {
    club,
    by,
    clientId,
    now,
    columns,
  }: {
    club: number | null;
    by: number;
    clientId: string;
    now: Date;
    columns: ElectionColumns;
  },
): Promise<{ id: number } | undefined> =>
  db
    .insertInto('elections')
    .values({
      school_id: school,
      club_id: club,
      created_by: by,
      client_id: clientId,
      created_at: now,
      ...columns,
      voter_rule: JSON.stringify(columns.voter_rule),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

/** Changes a draft that still has this version. Returns false if someone else changed it. */
export const updateDraft = (
  db: Db,
  { id, version }: { id: number; version: number },
  columns: Partial<ElectionColumns>,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update elections set ${sql.join([
      sql`version = version + 1`,
      // Others agreed to the earlier content.
      sql`proposed_by = null`,
      ...Object.entries(columns).map(
        ([name, value]) =>
          sql`${sql.ref(name)} = ${name === 'voter_rule' ? sql`${JSON.stringify(value)}::jsonb` : value}`,
      ),
    ])} where id = ${id} and version = ${version} and state = 'draft'`,
  );

/** Locks an election, so that other changes of it wait. Ballots don't wait. */
export const lockElection = (
  db: Db,
  id: number,
): Promise<
  | {
      state: ElectionState;
      opens_at: Date;
      closes_at: Date;
      version: number;
      proposed_by: number | null;
      secret_name: string | null;
      accepts_paper: boolean;
    }
  | undefined
> =>
  first(
    db,
    sql`select state, opens_at, closes_at, version, proposed_by, secret_name, accepts_paper from elections where id = ${id} for no key update`,
  );

export const updateElectionRow = async (
  db: Db,
  id: number,
  columns: {
    readonly state?: ElectionState;
    readonly proposed_by?: number | null;
    readonly announced_by?: number;
    readonly closes_at?: Date;
    readonly extension_reason?: string;
    readonly cancellation_reason?: string;
    readonly opened_at?: Date;
    readonly closed_at?: Date;
    readonly voters?: number;
    readonly secret_name?: string | null;
    readonly paper_signed_by?: number | null;
    readonly paper_entered_at?: Date;
  },
): Promise<void> => {
  await db.updateTable('elections').set(columns).where('id', '=', id).execute();
};

export const deleteElectionRow = async (db: Db, id: number): Promise<void> => {
  await sql`delete from elections where id = ${id} and state = 'draft'`.execute(db);
};

/** A contest to store, with its candidates. */
export interface NewContest {
  readonly title: string;
  readonly kind: ContestKind;
  readonly method: CountMethod | null;
  readonly seats: number;
  readonly max_choices: number;
  readonly allows_write_ins: boolean;
  readonly needs_majority: boolean;
  readonly share_numerator: number | null;
  readonly share_denominator: number | null;
  readonly candidates: readonly {
    readonly user_id: number | null;
    readonly name: string;
    readonly statement: string;
    readonly photo: string | null;
  }[];
}

/** Replaces all contests of a draft, and their candidates. */
export const replaceContests = async (
  db: Db,
  school: SchoolId,
  election: number,
  list: readonly NewContest[],
  now: Date,
): Promise<void> => {
  await sql`delete from election_contests where election_id = ${election}`.execute(db);
  for (const [position, { candidates, ...columns }] of list.entries()) {
    const { id } = await db
      .insertInto('election_contests')
      .values({ school_id: school, election_id: election, position, ...columns })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (candidates.length === 0) continue;
    await db
      .insertInto('election_candidates')
      .values(
        candidates.map((one, index) => ({
          school_id: school,
          contest_id: id,
          position: index,
          state: 'accepted' as const,
          created_at: now,
          ...one,
        })),
      )
      .execute();
  }
};

/** Stores the order in which a lot draws the candidates of a contest. */
export const updateLots = async (
  db: Db,
  contest: number,
  lots: readonly number[],
): Promise<void> => {
  await sql`update election_contests set lots = ${lots as number[]}::bigint[] where id = ${contest} and lots is null`.execute(
    db,
  );
};

/** Returns which of these people exist and can sign in. */
export const selectActivePeople = (db: Db, people: readonly number[]) =>
  many(
    db,
    sql<{
      id: number;
      first_name: string;
      last_name: string;
      photo: string | null;
    }>`select id, first_name, last_name, photo from users where id = any(${people as number[]}::bigint[]) and not is_disabled order by sort_name, id`,
  );

/** Returns which of these people the viewer can find: not disabled, blocked or withheld. Others can't be named in an election. */
export const selectFindablePeople = async (
  db: Db,
  visibility: VisibilityScope,
  people: readonly number[],
): Promise<Set<number>> =>
  new Set(
    (
      await many(
        db,
        sql<{
          id: number;
        }>`select u.id from users u where u.id = any(${people as number[]}::bigint[]) and not u.is_disabled and ${isPresent(visibility)}`,
      )
    ).map(({ id }) => id),
  );

/** Returns the ids of elections whose opening or count is overdue. */
export const selectDueElections = (db: Db, now: Date) =>
  many(
    db,
    sql<{ id: number; state: ElectionState }>`select id, state from elections
      where state = 'announced' and opens_at <= ${now} or state in ('voting', 'counting') and closes_at <= ${now}`,
  );

/** Returns the names of secrets that elections still need. */
export const selectSecretNames = (db: Db) =>
  many(
    db,
    sql<{
      secret_name: string;
    }>`select secret_name from elections where secret_name is not null`,
  );

/** Removes an erased person from candidacies. Counted elections keep the names in their signed files. */
export const forgetCandidate = async (db: Db, person: number): Promise<void> => {
  const pictures = await many(
    db,
    sql<{
      school_id: SchoolId;
      photo: string;
    }>`select school_id, photo from election_candidates where user_id = ${person} and photo is not null`,
  );
  await sql`update election_candidates set user_id = null, statement = '', video_url = null, photo = null where user_id = ${person}`.execute(
    db,
  );
  const [one] = pictures;
  if (one !== undefined)
    await insertEvent(db, one.school_id, null, 'files_dropped', {
      names: pictures.map(({ photo }) => photo),
    });
  await sql`update election_candidates set proposed_by = null where proposed_by = ${person}`.execute(
    db,
  );
  await sql`delete from election_voters where user_id = ${person}`.execute(db);
  // Their entries will be missing, so two people enter the ballots again.
  await sql`update elections set paper_signed_by = null, paper_entered_at = null where state = 'counting'
    and id in (select election_id from paper_ballots where entered_by = ${person})`.execute(db);
  await sql`update elections set paper_signed_by = null where paper_signed_by = ${person}`.execute(
    db,
  );
  await sql`delete from paper_ballots where entered_by = ${person}`.execute(db);
};

/** A person's part of elections in their data export. */
export const personalElections = (me: number): RawBuilder<unknown> =>
  sql`(select jsonb_agg(jsonb_build_object('election', e.title, 'contest', k.title, 'statement', x.statement, 'picture', x.photo, 'state', x.state, 'nominatedAt', x.created_at))
    from election_candidates x join election_contests k on k.school_id = x.school_id and k.id = x.contest_id
      join elections e on e.school_id = k.school_id and e.id = k.election_id where x.user_id = ${me})`;

export const personalVotes = (me: number): RawBuilder<unknown> =>
  sql`(select jsonb_agg(jsonb_build_object('election', e.title, 'hasVoted', v.has_voted))
    from election_voters v join elections e on e.school_id = v.school_id and e.id = v.election_id where v.user_id = ${me})`;

export const personalPaperBallots = (me: number): RawBuilder<unknown> =>
  sql`(select jsonb_agg(jsonb_build_object('election', p.title, 'entered', p.entered)) from (select e.title, count(*)::int as entered
    from paper_ballots b join elections e on e.school_id = b.school_id and e.id = b.election_id where b.entered_by = ${me} group by e.id, e.title) as p)`;

/** Returns the clubs in which a person has a position. */
export const selectManagedClubs = async (db: Db, person: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select distinct g.scope_id as id from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
        where g.user_id = ${person} and r.scope = 'club'`,
    )
  ).map(({ id }) => id);

/** Returns a club’s elections that are being counted, or wait for it. */
export const selectCounting = async (
  db: Db,
  { club, deletedAt }: { club: number; deletedAt: string },
): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select e.id from elections e join clubs c on c.school_id = e.school_id and c.id = e.club_id
        where e.club_id = ${club} and e.state = 'counting' and c.deleted_at = ${deletedAt}::timestamptz order by e.id`,
    )
  ).map(({ id }) => id);
