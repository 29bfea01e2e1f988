import { sql, type RawBuilder } from 'kysely';
import type {
  ApplicationKind,
  ApplicationState,
  OfficerState,
} from '#contract/club-registration/limits.ts';
import type { ClubStatus, MembershipMode } from '#contract/clubs/limits.ts';
import type { FormAnswers, FormDefinition } from '#contract/forms/definition.ts';
import type { Db } from '../../kernel/database/database.ts';
import { selectFileUse, type PersonalData, type UploadReference } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { hasChangedRows, first, many } from '../../kernel/sql.ts';
import type { WholeUploadRow } from '../uploads/uploads.views.ts';
import { type PersonSummaryRow, personSummary } from '../people/summary/summary.queries.ts';

export interface OfficerRow {
  person: PersonSummaryRow;
  position: { id: number; name: string };
  state: OfficerState;
  requested_at: string;
}

/** A registration or renewal. In a renewal, unchanged values are those of the club. */
export interface ApplicationRow {
  id: number;
  kind: ApplicationKind;
  state: ApplicationState;
  version: number;
  author_id: number | null;
  client_id: string;
  name: string;
  description: string;
  membership: MembershipMode;
  /** The values as stored. Null if a renewal doesn't change them. */
  own: { name: string | null; description: string | null; membership: MembershipMode | null };
  type_id: number | null;
  category_ids: number[];
  answers: FormAnswers;
  revision: number;
  definition: FormDefinition;
  is_roster_confirmed: boolean;
  created_at: Date;
  approved_at: Date | null;
  handed_over_at: Date | null;
  club: {
    id: number;
    name: string;
    status: ClubStatus;
    description: string;
    membership: MembershipMode;
  } | null;
  window_id: number | null;
  window: { name: string; closes_at: string; closed_at: string | null } | null;
  officers: OfficerRow[];
  removals: PersonSummaryRow[];
}

/** The state of the newest submission of an application `a`. Null if there is none. */
export const submissionOf = sql`(select jsonb_build_object('id', s.id::text, 'state', s.state, 'submitted_at', s.submitted_at) from approval_submissions s
  where s.school_id = a.school_id and s.kind = 'club_' || a.kind and s.subject_id = a.id
  order by s.ended_at is not null, s.ended_at desc limit 1)`;
/** The state of an application in one word. If it was withdrawn, it is a draft again. */
const stateOf = sql`coalesce(nullif((select s.state from approval_submissions s
  where s.school_id = a.school_id and s.kind = 'club_' || a.kind and s.subject_id = a.id
  order by s.ended_at is not null, s.ended_at desc limit 1), 'withdrawn'), case when a.approved_at is not null then 'approved' end, 'draft')`;

const wholeSql = (which: RawBuilder<unknown>): RawBuilder<ApplicationRow> => sql`
  select a.id, a.kind, a.version, a.author_id, a.client_id::text, a.type_id, a.category_ids, a.answers, a.revision, a.definition,
    a.is_roster_confirmed, a.created_at, a.approved_at, a.handed_over_at, a.window_id, ${stateOf} as state,
    coalesce(a.name, c.name, '') as name, coalesce(a.description, c.description, '') as description,
    coalesce(a.membership, c.membership, 'open') as membership,
    jsonb_build_object('name', a.name, 'description', a.description, 'membership', a.membership) as own,
    case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name, 'status', c.status, 'description', c.description,
      'membership', c.membership) end as club,
    case when w.id is not null then jsonb_build_object('name', w.name, 'closes_at', w.closes_at, 'closed_at', w.closed_at) end as window,
    coalesce((select jsonb_agg(jsonb_build_object('person', ${personSummary('u')}, 'position', jsonb_build_object('id', r.id, 'name', r.name),
        'state', o.state, 'requested_at', o.requested_at) order by r.position, lower(r.name), u.sort_name, u.id)
      from club_application_officers o join users u on u.school_id = o.school_id and u.id = o.user_id
        join roles r on r.school_id = o.school_id and r.id = o.role_id
      where o.school_id = a.school_id and o.application_id = a.id), '[]') as officers,
    coalesce((select jsonb_agg(${personSummary('u')} order by u.sort_name, u.id)
      from club_application_removals o join users u on u.school_id = o.school_id and u.id = o.user_id
      where o.school_id = a.school_id and o.application_id = a.id), '[]') as removals
  from club_applications a left join clubs c on c.school_id = a.school_id and c.id = a.club_id
    left join club_renewal_windows w on w.school_id = a.school_id and w.id = a.window_id
  where (c.id is null or c.deleted_at is null) and ${which}`;

export const selectApplication = (db: Db, id: number) => first(db, wholeSql(sql`a.id = ${id}`));

/** Locks an application. Waits until other transactions that change or submit it have committed. */
export const lockApplication = async (db: Db, id: number): Promise<void> => {
  await sql`select from club_applications where id = ${id} for update`.execute(db);
};

/** An application in the caller's list. */
export interface ListedRow {
  id: number;
  kind: ApplicationKind;
  state: ApplicationState;
  name: string;
  club: { id: number; name: string; status: ClubStatus } | null;
  window: { name: string; closes_at: string } | null;
  updated_at: Date;
  asked: { id: number; name: string } | null;
}

const listedMax = 100;

/** Returns registrations that someone started or has to answer, and renewals of clubs where they are an officer, newest first. */
export const selectApplicationsOf = (db: Db, me: number) =>
  many(
    db,
    sql<ListedRow>`
    with mine as (
      select a.id from club_applications a where a.author_id = ${me}
      union select o.application_id from club_application_officers o where o.user_id = ${me}
    )
    select a.id, a.kind, ${stateOf} as state, coalesce(a.name, c.name, '') as name,
      case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name, 'status', c.status) end as club,
      case when w.id is not null then jsonb_build_object('name', w.name, 'closes_at', w.closes_at) end as window,
      coalesce(a.approved_at, a.created_at) as updated_at,
      (select jsonb_build_object('id', r.id, 'name', r.name) from club_application_officers o
        join roles r on r.school_id = o.school_id and r.id = o.role_id
        where o.school_id = a.school_id and o.application_id = a.id and o.user_id = ${me} and o.state = 'asked') as asked
    from mine join club_applications a on a.id = mine.id left join clubs c on c.school_id = a.school_id and c.id = a.club_id
      left join club_renewal_windows w on w.school_id = a.school_id and w.id = a.window_id
    where c.id is null or c.deleted_at is null
    order by a.created_at desc, a.id desc limit ${listedMax}`,
  );

/** Counts someone's registrations that have no club yet. */
export const countOpen = async (db: Db, author: number): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from club_applications where author_id = ${author} and club_id is null`,
    )
  )?.n ?? 0;

interface NewApplication {
  readonly school: SchoolId;
  readonly kind: ApplicationKind;
  readonly author: number;
  readonly clientId: string;
  readonly now: Date;
  readonly window?: number;
  readonly club?: number;
}

/** Creates an application. Returns undefined if one with the same id, or with the same club and renewal, already exists. */
export const insertApplication = (
  db: Db,
  { school, kind, author, clientId, now, window, club }: NewApplication,
) =>
  first(
    db,
    sql<{
      id: number;
    }>`insert into club_applications (school_id, kind, author_id, client_id, created_at, window_id, club_id, membership)
    values (${school}, ${kind}, ${author}, ${clientId}, ${now}, ${window ?? null}, ${club ?? null}, ${kind === 'renewal' ? null : 'request'})
    on conflict do nothing returning id`,
  );

export const selectSentRegistration = (db: Db, author: number, clientId: string) =>
  first(
    db,
    sql<{
      id: number;
    }>`select id from club_applications where author_id = ${author} and client_id = ${clientId} and kind = 'registration'`,
  );

export const selectRenewalOf = (db: Db, window: number, club: number) =>
  first(
    db,
    sql<{
      id: number;
    }>`select id from club_applications where window_id = ${window} and club_id = ${club}`,
  );

export interface ApplicationColumns {
  readonly name?: string | null;
  readonly description?: string | null;
  readonly membership?: MembershipMode | null;
  readonly type_id?: number | null;
  readonly category_ids?: number[];
  readonly is_roster_confirmed?: boolean;
}

/** Updates a locked application and increments its version. */
export const updateApplication = async (
  db: Db,
  id: number,
  columns: ApplicationColumns,
): Promise<void> => {
  await db
    .updateTable('club_applications')
    .set({ ...columns, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
};

/** Stores answers together with their questions. */
export const updateAnswers = async (
  db: Db,
  id: number,
  { answers, revision, definition }: Pick<ApplicationRow, 'answers' | 'revision' | 'definition'>,
): Promise<void> => {
  await sql`update club_applications set answers = ${JSON.stringify(answers)}::jsonb, revision = ${revision},
    definition = ${JSON.stringify(definition)}::jsonb where id = ${id}`.execute(db);
};

/**
 * Replaces the officers of an application. Officers whose position stays the same keep their response. Returns the people who are asked
 * now.
 */
export const replaceOfficers = async (
  db: Db,
  { school, id, me, now }: { school: SchoolId; id: number; me: number; now: Date },
  officers: readonly { person: number; position: number }[],
): Promise<number[]> => {
  const list = JSON.stringify(officers);
  await sql`delete from club_application_officers o where o.application_id = ${id}
    and not exists (select from jsonb_to_recordset(${list}::jsonb) as n (person bigint) where n.person = o.user_id)`.execute(
    db,
  );
  const rows = await many(
    db,
    sql<{ person: number }>`
    insert into club_application_officers as o (school_id, application_id, user_id, role_id, state, requested_at)
    select ${school}::int, ${id}::bigint, n.person, n.position, case when n.person = ${me} then 'accepted' else 'asked' end, ${now}::timestamptz
    from jsonb_to_recordset(${list}::jsonb) as n (person bigint, position bigint)
    on conflict (school_id, application_id, user_id) do update
      set role_id = excluded.role_id, state = excluded.state, requested_at = excluded.requested_at where o.role_id <> excluded.role_id
    returning user_id as person`,
  );
  return rows.map(({ person }) => person).filter((person) => person !== me);
};

/** Stores the response of a person who was asked to take a position. Returns false if they weren't asked. */
export const updateOfficer = (db: Db, id: number, person: number, state: OfficerState) =>
  hasChangedRows(
    db,
    sql`update club_application_officers set state = ${state} where application_id = ${id} and user_id = ${person}`,
  );

export const replaceRemovals = async (
  db: Db,
  school: SchoolId,
  { id, club }: { id: number; club: number },
  people: readonly number[],
): Promise<void> => {
  const ids = sql`${people as number[]}::bigint[]`;
  await sql`delete from club_application_removals where application_id = ${id} and user_id <> all(${ids})`.execute(
    db,
  );
  await sql`insert into club_application_removals (school_id, application_id, user_id)
    select ${school}::int, ${id}::bigint, m.user_id from club_members m
    where m.club_id = ${club} and m.status = 'member' and m.user_id = any(${ids}) on conflict do nothing`.execute(
    db,
  );
};

export const replaceFiles = async (
  db: Db,
  school: SchoolId,
  id: number,
  uploads: readonly number[],
): Promise<void> => {
  const ids = sql`${uploads as number[]}::bigint[]`;
  await sql`delete from club_application_files where application_id = ${id} and upload_id <> all(${ids})`.execute(
    db,
  );
  await sql`insert into club_application_files (school_id, application_id, upload_id)
    select ${school}::int, ${id}::bigint, n.id from unnest(${ids}) as n (id) on conflict do nothing`.execute(
    db,
  );
};

export const selectFiles = (db: Db, id: number) =>
  many(
    db,
    sql<WholeUploadRow>`select u.id, u.name, u.size, u.type, u.width, u.height from club_application_files x
    join uploads u on u.school_id = x.school_id and u.id = x.upload_id where x.application_id = ${id}`,
  );

export const selectFaces = (db: Db, people: readonly number[]) =>
  people.length === 0
    ? Promise.resolve([])
    : many(
        db,
        sql<PersonSummaryRow>`select id, first_name, last_name, photo from users where id = any(${people as number[]}::bigint[]) and not is_disabled`,
      );

/** Returns the names of an application's type and categories. */
export const selectLabelNames = (db: Db, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : many(
        db,
        sql<{
          id: number;
          list: string;
          name: string;
        }>`select id, list, name from club_labels where id = any(${ids as number[]}::bigint[]) order by list, lower(name)`,
      );

/** Returns a club's officers with their positions. */
export const selectClubOfficers = (db: Db, club: number) =>
  many(
    db,
    sql<{ person: PersonSummaryRow; position: { id: number; name: string } }>`
    select ${personSummary('u')} as person, jsonb_build_object('id', r.id, 'name', r.name) as position
    from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id
      join users u on u.school_id = g.school_id and u.id = g.user_id
    where g.scope_id = ${club} and not u.is_disabled order by r.position, lower(r.name), u.sort_name, u.id`,
  );

/** Returns a club's last approved answers, except those of the application `not`. */
export const selectLastAnswers = (db: Db, club: number, not: number) =>
  first(
    db,
    sql<
      Pick<ApplicationRow, 'id' | 'answers' | 'definition'>
    >`select id, answers, definition from club_applications
    where club_id = ${club} and approved_at is not null and id <> ${not} order by approved_at desc limit 1`,
  );

/** Stores that an application was approved, and its club. */
export const updateApproved = async (
  db: Db,
  id: number,
  club: number,
  now: Date,
): Promise<void> => {
  await sql`update club_applications set approved_at = ${now}, club_id = ${club} where id = ${id}`.execute(
    db,
  );
};

export const updateHandedOver = async (db: Db, id: number, now: Date): Promise<void> => {
  await sql`update club_applications set handed_over_at = ${now} where id = ${id}`.execute(db);
};

export const deleteApplication = async (db: Db, id: number): Promise<void> => {
  await sql`delete from club_applications where id = ${id}`.execute(db);
};

/** Deletes an erased person's registrations without a club. Applications of a club remain without an author. */
export const deleteApplicantOf = async (db: Db, person: number): Promise<void> => {
  await sql`delete from club_applications where author_id = ${person} and club_id is null`.execute(
    db,
  );
  await sql`update club_applications set author_id = null where author_id = ${person}`.execute(db);
  await sql`delete from club_application_officers where user_id = ${person}`.execute(db);
  await sql`delete from club_application_removals where user_id = ${person}`.execute(db);
};

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me) => ({
  clubApplications: sql`(select jsonb_agg(jsonb_build_object('kind', a.kind, 'name', a.name, 'description', a.description, 'at', a.created_at,
      'answers', a.answers, 'files', (select jsonb_agg(u.name) from club_application_files x
        join uploads u on u.school_id = x.school_id and u.id = x.upload_id where x.application_id = a.id)) order by a.created_at)
    from club_applications a where a.author_id = ${me})`,
  clubOfficerRequests: sql`(select jsonb_agg(jsonb_build_object('club', coalesce(a.name, c.name), 'position', r.name, 'state', o.state, 'at', o.requested_at)
      order by o.requested_at)
    from club_application_officers o join club_applications a on a.school_id = o.school_id and a.id = o.application_id
      left join clubs c on c.school_id = a.school_id and c.id = a.club_id join roles r on r.school_id = o.school_id and r.id = o.role_id
    where o.user_id = ${me})`,
  clubRemovals: sql`(select jsonb_agg(jsonb_build_object('club', c.name)) from club_application_removals o
    join club_applications a on a.school_id = o.school_id and a.id = o.application_id
    join clubs c on c.school_id = a.school_id and c.id = a.club_id where o.user_id = ${me})`,
});

/** Files of answers. A file's address contains the id of its application. */
export const applicationUploads: UploadReference = {
  kind: 'club_application',
  isUsed: sql`exists (select from club_application_files n where n.upload_id = f.id)`,
  isReferencedBy: (application) =>
    sql`exists (select from club_application_files n where n.upload_id = f.id and n.application_id = ${application})`,
  storageType: 'forms',
  uses: selectFileUse(
    'club_registration',
    sql`a.id`,
    sql`from club_application_files n join club_applications a on a.school_id = n.school_id and a.id = n.application_id
      where n.school_id = f.school_id and n.upload_id = f.id`,
    { title: sql`case when a.author_id = f.owner_id then a.name end` },
  ),
};
