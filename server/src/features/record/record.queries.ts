import { sql, type RawBuilder } from 'kysely';
import { approvalLimits } from '#contract/approvals/kinds.ts';
import type { EntrySource, EntryState } from '#contract/record/limits.ts';
import type { Db } from '../../kernel/database/database.ts';
import { selectFileUse, type PersonalData, type UploadReference } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { hasChangedRows, first, many } from '../../kernel/sql.ts';
import type { WholeUploadRow } from '../uploads/uploads.views.ts';

interface Named {
  id: number;
  name: string;
}

export interface EntryRow {
  id: number;
  user_id: number;
  kind: Named;
  title: string;
  organization: string;
  club: { id: number; name: string; logo: string | null } | null;
  starts_on: string;
  ends_on: string | null;
  minutes: number;
  summary: string;
  reflection: string;
  competencies: Named[];
  files: WholeUploadRow[];
  source: EntrySource;
  state: EntryState;
  verified_by: string;
  verified_at: Date | null;
  reason: string;
  submission: number | null;
  waits_for: string[];
  remind_at: Date | null;
  version: number;
}

const competenciesOf = sql`coalesce((
    select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name) order by lower(c.name))
    from record_entry_competencies x join record_competencies c on c.school_id = x.school_id and c.id = x.competency_id
    where x.school_id = e.school_id and x.entry_id = e.id), '[]')`;

/** Columns of an experience in a document (`IssuedEntry`), for `jsonb_to_recordset`. */
export const issuedColumns = sql`id text, kind text, title text, organization text, "startsOn" date, "endsOn" date, minutes int, summary text,
    reflection text, competencies jsonb`;

/**
 * Returns whether an experience `e` still matches its copy `x` (of `issuedColumns`) in a document issued at `at`. Experiences from the
 * school's data can grow, such as the hours of attended events, and an event that is entered later can move the start to an earlier date.
 * The start can also differ by one day, because days were once counted in UTC. Experiences entered by hand match if they are as verified.
 * If the school renames a type or competency, that doesn't correct the experience, so texts are only compared if it was verified again.
 */
export const stillMatches = (
  at: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`(e.state = 'verified'
    and e.title = x.title and e.organization = x.organization
    and case e.source when 'events' then e.starts_on <= x."startsOn" + 1 else e.starts_on = x."startsOn" end
    and case e.source when 'own' then e.minutes = x.minutes and e.ends_on is not distinct from x."endsOn" else e.minutes >= x.minutes end
    and (e.source <> 'own' or e.verified_at <= ${at} or (e.summary = x.summary and (x.reflection = '' or e.reflection = x.reflection)
      and x.kind = (select k.name from record_types k where k.school_id = e.school_id and k.id = e.type_id)
      and x.competencies = coalesce((select jsonb_agg(c.name order by lower(c.name))
        from record_entry_competencies y join record_competencies c on c.school_id = y.school_id and c.id = y.competency_id
        where y.school_id = e.school_id and y.entry_id = e.id), '[]'))))`;

/** Joins the open submission `s` of an experience `e`. While there is one, it determines the experience's state. */
const submissionOfEntry = sql`left join approval_submissions s on s.school_id = e.school_id and s.kind = 'experience'
        and s.subject_id = e.id and s.state in ('submitted', 'changes_requested')`;
const stateOf = sql`case s.state when 'submitted' then 'waiting' when 'changes_requested' then 'sent_back' else e.state end`;

const columns = sql`e.id, e.user_id, jsonb_build_object('id', k.id, 'name', k.name) as kind, e.title, e.organization,
    case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name, 'logo', c.logo) end as club,
    e.starts_on::text as starts_on, e.ends_on::text as ends_on, e.minutes, e.summary, e.reflection, ${competenciesOf} as competencies,
    coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', u.name, 'size', u.size, 'type', u.type, 'width', u.width,
        'height', u.height) order by u.id)
      from record_entry_files f join uploads u on u.school_id = f.school_id and u.id = f.upload_id
      where f.school_id = e.school_id and f.entry_id = e.id), '[]') as files,
    e.source, ${stateOf} as state, e.verified_by, e.verified_at, coalesce(case when s.state = 'changes_requested' then (
      select n.text from approval_events n where n.school_id = s.school_id and n.submission_id = s.id and n.kind = 'changes_requested'
      order by n.number desc limit 1) end, e.reason) as reason, s.id as submission,
    coalesce((select jsonb_agg(n.name) from (
      select trim(u.first_name || ' ' || u.last_name) as name from approval_assignees a
        join users u on u.school_id = a.school_id and u.id = a.user_id
      where a.school_id = s.school_id and a.submission_id = s.id and a.waiting_since is not null order by a.number limit 3) as n), '[]')
      as waits_for,
    case when s.state = 'submitted' then greatest(s.waiting_since, s.nudged_at) + ${approvalLimits.remindDays} * interval '1 day' end as remind_at, e.version`;

const entries = (condition: RawBuilder<unknown>) => sql<EntryRow>`select ${columns}
    from record_entries e join record_types k on k.school_id = e.school_id and k.id = e.type_id
      left join clubs c on c.school_id = e.school_id and c.id = e.club_id
      ${submissionOfEntry}
    where ${condition}`;

/** Returns a person's experiences, newest start first. */
export const selectEntries = (db: Db, user: number): Promise<EntryRow[]> =>
  many(
    db,
    sql<EntryRow>`${entries(sql`e.user_id = ${user}`)} order by e.starts_on desc, e.id desc`,
  );

/** Returns the verified experiences of a person's record. `ids` limits them; null returns all. */
export const selectVerifiedOf = (
  db: Db,
  user: number,
  ids: readonly number[] | null,
): Promise<EntryRow[]> =>
  many(
    db,
    sql<EntryRow>`${entries(sql`e.user_id = ${user} and e.state = 'verified'
      and (${ids === null} or e.id = any(${(ids ?? []) as number[]}::bigint[]))`)}
      order by k.position, lower(k.name), e.starts_on desc, e.id desc`,
  );

export const selectEntry = (db: Db, id: number): Promise<EntryRow | undefined> =>
  first(db, entries(sql`e.id = ${id}`));

/**
 * Locks a person's experience until the transaction ends, and then reads it. A single statement that waited for the row would return the
 * submission as it was before.
 */
export const lockEntry = async (db: Db, user: number, id: number) => {
  await sql`select from record_entries where id = ${id} and user_id = ${user} for update`.execute(
    db,
  );
  return first(
    db,
    sql<{ id: number; state: EntryState; source: EntrySource; version: number }>`
    select e.id, ${stateOf} as state, e.source, e.version from record_entries e ${submissionOfEntry}
    where e.id = ${id} and e.user_id = ${user}`,
  );
};

/** Locks a submitted experience, so that verifiers verify exactly the version they see. */
export const holdEntry = async (db: Db, id: number): Promise<void> => {
  await sql`select from record_entries where id = ${id} for update`.execute(db);
};

export interface EntryColumns {
  readonly type_id: number;
  readonly title: string;
  readonly organization: string;
  readonly starts_on: string;
  readonly ends_on: string | null;
  readonly minutes: number;
  readonly summary: string;
  readonly reflection: string;
}

/** Adds an experience, or returns the id of the one with the same client id. `isNew` is true if it was added now. */
export const insertEntry = async (
  db: Db,
  school: SchoolId,
  user: number,
  clientId: string,
  columnsOf: EntryColumns,
  now: Date,
): Promise<{ id: number; isNew: boolean }> => {
  const row = await first(
    db,
    sql<{ id: number; is_new: boolean }>`
    insert into record_entries as e (school_id, user_id, client_id, type_id, title, organization, starts_on, ends_on, minutes, summary,
      reflection, state, created_at, updated_at)
    values (${school}, ${user}, ${clientId}, ${columnsOf.type_id}, ${columnsOf.title}, ${columnsOf.organization}, ${columnsOf.starts_on},
      ${columnsOf.ends_on}, ${columnsOf.minutes}, ${columnsOf.summary}, ${columnsOf.reflection}, 'self_reported', ${now}, ${now})
    on conflict (school_id, user_id, client_id) do update set client_id = e.client_id
    returning id, xmax = 0 as is_new`,
  );
  if (row === undefined) throw new Error('the insert returned no row');
  return { id: row.id, isNew: row.is_new };
};

/** Updates an experience. With `resets`, it is self-reported again. */
export const updateEntry = async (
  db: Db,
  id: number,
  set: EntryColumns,
  { resets, now }: { resets: boolean; now: Date },
): Promise<void> => {
  await sql`update record_entries set type_id = ${set.type_id}, title = ${set.title}, organization = ${set.organization},
      starts_on = ${set.starts_on}, ends_on = ${set.ends_on}, minutes = ${set.minutes}, summary = ${set.summary},
      reflection = ${set.reflection}, updated_at = ${now}, version = version + 1
      ${resets ? sql`, state = 'self_reported', verified_by = '', verifier_id = null, verified_at = null, reason = ''` : sql``}
    where id = ${id}`.execute(db);
};

/** Replaces the files of an experience, and its competencies with those of the given ones that exist. */
export const replaceParts = async (
  db: Db,
  school: SchoolId,
  id: number,
  { competencies, files }: { competencies: readonly number[]; files: readonly number[] },
): Promise<void> => {
  await sql`delete from record_entry_competencies where entry_id = ${id}`.execute(db);
  await sql`insert into record_entry_competencies (school_id, entry_id, competency_id)
    select ${school}::int, ${id}::bigint, c.id from record_competencies c where c.id = any(${competencies as number[]}::bigint[])`.execute(
    db,
  );
  await sql`delete from record_entry_files where entry_id = ${id} and upload_id <> all(${files as number[]}::bigint[])`.execute(
    db,
  );
  await sql`insert into record_entry_files (school_id, entry_id, upload_id)
    select ${school}::int, ${id}::bigint, f from unnest(${files as number[]}::bigint[]) as f on conflict do nothing`.execute(
    db,
  );
};

export const selectEntryFiles = async (db: Db, id: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{ id: number }>`select upload_id as id from record_entry_files where entry_id = ${id}`,
    )
  ).map((row) => row.id);

export const deleteEntry = (db: Db, id: number): Promise<boolean> =>
  hasChangedRows(db, sql`delete from record_entries where id = ${id}`);

/** Sets the state of an experience. `verifier` is null for states without one. */
export const updateState = async (
  db: Db,
  id: number,
  {
    state,
    verifier,
    reason,
    now,
  }: {
    state: 'self_reported' | 'verified' | 'denied' | 'revoked';
    verifier: { id: number } | null;
    reason: string;
    now: Date;
  },
): Promise<void> => {
  await sql`update record_entries e set state = ${state}, reason = ${reason}, updated_at = ${now}, version = e.version + 1,
      verified_at = case when ${state} = 'verified' then ${now}::timestamptz when ${state} = 'revoked' then e.verified_at end,
      verifier_id = case when ${state} = 'verified' then ${verifier?.id ?? null}::bigint when ${state} = 'revoked' then e.verifier_id end,
      verified_by = case when ${state} = 'verified' then coalesce((select trim(u.first_name || ' ' || u.last_name) from users u
        where u.id = ${verifier?.id ?? null}), '') when ${state} = 'revoked' then e.verified_by else '' end
    where e.id = ${id}`.execute(db);
};

/** Locks the number of a person's experiences, and counts those entered by hand. */
export const countOwn = async (db: Db, user: number): Promise<number> => {
  await sql`select from users where id = ${user} for update`.execute(db);
  const row = await first(
    db,
    sql<{
      n: number;
    }>`select count(*)::int as n from record_entries where user_id = ${user} and source = 'own'`,
  );
  return row?.n ?? 0;
};

export interface KindRow extends Named {
  description: string;
  source: 'positions' | 'events' | null;
  verifiers: string[];
}

/** Returns the types to choose from, in the school's order. */
export const selectKinds = (db: Db): Promise<KindRow[]> =>
  many(
    db,
    sql<KindRow>`select k.id, k.name, k.description, k.source, coalesce((
      select jsonb_agg(trim(u.first_name || ' ' || u.last_name) order by u.sort_name, u.id) from record_verifiers v
        join users u on u.school_id = v.school_id and u.id = v.user_id and not u.is_disabled
      where v.school_id = k.school_id and v.type_id = k.id), '[]') as verifiers
    from record_types k order by k.position, k.id`,
  );

export const isKind = async (db: Db, id: number): Promise<boolean> =>
  (await first(db, sql`select id from record_types where id = ${id}`)) !== undefined;

/** Returns the people who verify this type of experience, except its owner. */
export const selectVerifiersOf = async (db: Db, entry: number): Promise<number[]> =>
  (
    await many(
      db,
      sql<{
        id: number;
      }>`select u.id from record_entries e join record_verifiers v on v.school_id = e.school_id and v.type_id = e.type_id
        join users u on u.school_id = v.school_id and u.id = v.user_id and not u.is_disabled and u.id <> e.user_id
      where e.id = ${entry} order by u.id`,
    )
  ).map(({ id }) => id);

export const selectCompetencies = (db: Db): Promise<Named[]> =>
  many(db, sql<Named>`select id, name from record_competencies order by lower(name), id`);

export interface FigureRow {
  minutes: number;
  experiences: number;
  badges: number;
  competencies: number;
}

export const selectFigures = async (db: Db, user: number): Promise<FigureRow> => {
  const row = await first(
    db,
    sql<FigureRow>`select coalesce(sum(e.minutes), 0)::int as minutes, count(*)::int as experiences,
      (select count(*)::int from record_awards where user_id = ${user} and revoked_at is null) as badges,
      (select count(distinct x.competency_id)::int from record_entry_competencies x
        join record_entries v on v.school_id = x.school_id and v.id = x.entry_id
        where v.user_id = ${user} and v.state = 'verified') as competencies
    from record_entries e where e.user_id = ${user} and e.state = 'verified'`,
  );
  return row ?? { minutes: 0, experiences: 0, badges: 0, competencies: 0 };
};

/**
 * Deletes the record and documents of a person whose account is deleted. Experiences that they verified for others keep
 * the verifier's name.
 */
export const deleteRecordOf = async (db: Db, user: number): Promise<void> => {
  await sql`delete from record_documents where user_id = ${user}`.execute(db);
  await sql`delete from record_awards where user_id = ${user}`.execute(db);
  await sql`delete from record_entries where user_id = ${user}`.execute(db);
  await sql`delete from record_verifiers where user_id = ${user}`.execute(db);
};

/** Evidence. A file's address contains the id of its experience. */
export const entryUploads: UploadReference = {
  kind: 'record_entry',
  isUsed: sql`exists (select from record_entry_files n where n.upload_id = f.id)`,
  isReferencedBy: (entry) =>
    sql`exists (select from record_entry_files n where n.upload_id = f.id and n.entry_id = ${entry})`,
  storageType: 'record',
  uses: selectFileUse(
    'experience',
    sql`e.id`,
    sql`from record_entry_files n join record_entries e on e.school_id = n.school_id and e.id = n.entry_id
      where n.school_id = f.school_id and n.upload_id = f.id`,
    { title: sql`case when e.user_id = f.owner_id then e.title end` },
  ),
};

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me) => ({
  experiences: sql`(select jsonb_agg(jsonb_build_object('kind', k.name, 'title', e.title, 'organization', e.organization,
      'startsOn', e.starts_on, 'endsOn', e.ends_on, 'minutes', e.minutes, 'summary', e.summary, 'reflection', e.reflection,
      'state', e.state, 'verifiedBy', e.verified_by, 'verifiedAt', e.verified_at, 'reason', e.reason,
      'competencies', ${competenciesOf},
      'files', (select jsonb_agg(u.name) from record_entry_files f join uploads u on u.school_id = f.school_id and u.id = f.upload_id
        where f.entry_id = e.id)) order by e.starts_on)
    from record_entries e join record_types k on k.school_id = e.school_id and k.id = e.type_id where e.user_id = ${me})`,
  recordBadges: sql`(select jsonb_agg(jsonb_build_object('badge', b.name, 'awardedAt', a.awarded_at, 'revokedAt', a.revoked_at, 'reason', a.revoke_reason) order by a.awarded_at)
    from record_awards a join record_badges b on b.school_id = a.school_id and b.id = a.badge_id where a.user_id = ${me})`,
  recordDocuments: sql`(select jsonb_agg(jsonb_build_object('kind', d.kind, 'code', d.code, 'issuedAt', d.issued_at, 'revokedAt', d.revoked_at,
      'opened', d.open_count, 'content', d.content) order by d.issued_at) from record_documents d where d.user_id = ${me})`,
  verifierFor: sql`(select jsonb_agg(k.name order by lower(k.name)) from record_verifiers v
    join record_types k on k.school_id = v.school_id and k.id = v.type_id where v.user_id = ${me})`,
  experiencesVerified: sql`(select jsonb_agg(jsonb_build_object('title', e.title, 'at', e.verified_at) order by e.verified_at)
    from record_entries e where e.verifier_id = ${me})`,
  badgesAwardedByHand: sql`(select jsonb_agg(jsonb_build_object('badge', b.name, 'at', a.awarded_at) order by a.awarded_at)
    from record_awards a join record_badges b on b.school_id = a.school_id and b.id = a.badge_id where a.awarded_by = ${me})`,
});
