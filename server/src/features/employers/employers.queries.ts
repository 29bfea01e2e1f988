import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kernel/database/database.ts';
import type { PersonalData } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { exists, first, hasChangedRows, many } from '../../kernel/sql.ts';

export interface ContactRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly invited_at: string;
  readonly last_sign_in_at: string | null;
}

export interface EmployerRow {
  readonly id: number;
  readonly name: string;
  readonly sort_name: string;
  readonly website: string;
  readonly is_suspended: boolean;
  readonly open_jobs: number;
  readonly contacts: ContactRow[];
}

const employersSql = (which: RawBuilder<unknown>, now: Date): RawBuilder<EmployerRow> => sql`
  select e.id, e.name, e.sort_name, e.website, e.suspended_at is not null as is_suspended,
    (select count(*)::int from jobs j where j.school_id = e.school_id and j.employer_id = e.id and j.state = 'open'
      and j.closes_at > ${now}::timestamptz) as open_jobs,
    (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'email', c.email, 'invited_at', c.invited_at,
        'last_sign_in_at', c.last_sign_in_at) order by c.invited_at, c.id), '[]')
      from employer_contacts c where c.school_id = e.school_id and c.employer_id = e.id) as contacts
  from employers e where ${which}`;

export const selectEmployer = (db: Db, id: number, now: Date): Promise<EmployerRow | undefined> =>
  first(db, employersSql(sql`e.id = ${id}`, now));

/** The sort name and id of the last employer on the previous page. */
export type EmployerCursor = readonly [string, number];

export const selectEmployers = (
  db: Db,
  {
    search,
    after,
    size,
    now,
  }: { search: string; after: EmployerCursor | null; size: number; now: Date },
): Promise<EmployerRow[]> =>
  many(
    db,
    employersSql(
      sql`${search === '' ? sql`true` : sql`not exists (select from unnest(search_words(${search})) as w (word) where not exists (select from unnest(e.words) as n (word) where starts_with(n.word, w.word)))`}
        ${after === null ? sql`` : sql`and (e.sort_name, e.id) > (${after[0]}, ${after[1]}::bigint)`}
        order by e.sort_name, e.id limit ${sql.lit(size)}`,
      now,
    ),
  );

export const insertEmployer = async (
  db: Db,
  given: { school: SchoolId; name: string; website: string; by: number; now: Date },
): Promise<number> => {
  const row = await first(
    db,
    sql<{ id: number }>`insert into employers (school_id, name, website, created_by, created_at)
      values (${given.school}, ${given.name}, ${given.website}, ${given.by}, ${given.now}) returning id`,
  );
  if (row === undefined) throw new Error('an insert answers a row');
  return row.id;
};

/** Locks an employer, so that changes to it and its contacts run one after the other. */
export const lockEmployer = (
  db: Db,
  id: number,
): Promise<{ id: number; name: string; is_suspended: boolean } | undefined> =>
  first(
    db,
    sql`select id, name, suspended_at is not null as is_suspended from employers where id = ${id} for update`,
  );

/** Changes an employer. */
export const updateEmployerColumns = async (
  db: Db,
  id: number,
  { name, website }: { name?: string | undefined; website?: string | undefined },
): Promise<void> => {
  await sql`update employers set name = coalesce(${name ?? null}, name), website = coalesce(${website ?? null}, website)
    where id = ${id}`.execute(db);
};

export const updateSuspended = (db: Db, id: number, at: Date | null): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update employers set suspended_at = ${at} where id = ${id} and (suspended_at is null) <> (${at}::timestamptz is null)`,
  );

/** Ends all sessions and links of an employer's contacts. */
export const deleteAccessOf = async (db: Db, employer: number): Promise<void> => {
  for (const table of ['employer_sessions', 'employer_links'])
    await sql`delete from ${sql.table(table)} a using employer_contacts c
      where c.school_id = a.school_id and c.id = a.contact_id and c.employer_id = ${employer}`.execute(
      db,
    );
};

export const countContacts = async (db: Db, employer: number): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from employer_contacts where employer_id = ${employer}`,
    )
  )?.n ?? 0;

/** Stores a contact. Returns undefined if another contact of the school has the email address. */
export const insertContact = (
  db: Db,
  given: {
    school: SchoolId;
    employer: number;
    name: string;
    email: string;
    locale: string | null;
    by: number;
    now: Date;
  },
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`insert into employer_contacts (school_id, employer_id, name, email, locale, invited_by, invited_at)
      values (${given.school}, ${given.employer}, ${given.name}, ${given.email}, ${given.locale}, ${given.by}, ${given.now})
      on conflict (school_id, lower(email)) do nothing returning id`,
  );

export const isContactThere = (db: Db, employer: number, contact: number): Promise<boolean> =>
  exists(
    db,
    sql`select from employer_contacts where id = ${contact} and employer_id = ${employer}`,
  );

/** Deletes a contact with its sessions and links. Returns false if it doesn't exist. */
export const deleteContactRow = (db: Db, employer: number, contact: number): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`delete from employer_contacts where id = ${contact} and employer_id = ${employer}`,
  );

/** Deletes an employer. The database deletes its contacts and jobs, and everything that belongs to them. */
export const deleteEmployerRow = async (db: Db, id: number): Promise<void> => {
  await sql`delete from employers where id = ${id}`.execute(db);
};

/**
 * Prevents the suspension and deletion of an employer until the transaction ends. Returns false if the employer was suspended or deleted
 * after the call was authenticated.
 */
export const holdEmployer = (db: Db, id: number): Promise<boolean> =>
  exists(db, sql`select from employers where id = ${id} and suspended_at is null for share`);

/** A contact who can sign in, with the employer. */
export interface OpenContactRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly locale: string | null;
  readonly employer_id: number;
  readonly employer: string;
  readonly website: string;
  readonly invited_at: Date;
  readonly last_sign_in_at: Date | null;
}
const openContacts = (which: RawBuilder<unknown>): RawBuilder<OpenContactRow> => sql`
  select c.id, c.name, c.email, c.locale, e.id as employer_id, e.name as employer, e.website, c.invited_at, c.last_sign_in_at
  from employer_contacts c join employers e on e.school_id = c.school_id and e.id = c.employer_id and e.suspended_at is null
  where ${which}`;

export const selectOpenContact = (db: Db, id: number): Promise<OpenContactRow | undefined> =>
  first(db, openContacts(sql`c.id = ${id}`));

export const selectContactByEmail = (db: Db, email: string): Promise<OpenContactRow | undefined> =>
  first(db, openContacts(sql`lower(c.email) = lower(${email})`));

/**
 * Locks a contact and its employer, so that a suspension or removal waits and then also deletes the new link or session. Staff lock the
 * employer first, so this does, too.
 */
const lockedContacts = (which: RawBuilder<unknown>): RawBuilder<OpenContactRow> =>
  sql`${openContacts(which)} for share of e for update of c`;

export const lockOpenContact = (db: Db, id: number): Promise<OpenContactRow | undefined> =>
  first(db, lockedContacts(sql`c.id = ${id}`));

export const insertLink = async (
  db: Db,
  link: { school: SchoolId; hash: Buffer; contact: number; endsAt: Date },
): Promise<void> => {
  await sql`insert into employer_links (school_id, token_hash, contact_id, ends_at)
    values (${link.school}, ${link.hash}::bytea, ${link.contact}, ${link.endsAt})`.execute(db);
};

/** Locks the contact of a valid link, so that a link works once. */
export const lockContactOfLink = (
  db: Db,
  hash: Buffer,
  now: Date,
): Promise<OpenContactRow | undefined> =>
  first(
    db,
    lockedContacts(
      sql`c.id = (select l.contact_id from employer_links l where l.token_hash = ${hash}::bytea and l.ends_at > ${now}::timestamptz)`,
    ),
  );

/** Deletes a link that is being used. Returns false if another call has used it. */
export const deleteLink = (db: Db, hash: Buffer): Promise<boolean> =>
  hasChangedRows(db, sql`delete from employer_links where token_hash = ${hash}::bytea`);

export const updateSignedIn = async (db: Db, contact: number, now: Date): Promise<void> => {
  await sql`update employer_contacts set last_sign_in_at = ${now} where id = ${contact}`.execute(
    db,
  );
};

export const insertEmployerSession = async (
  db: Db,
  session: { school: SchoolId; hash: Buffer; contact: number; now: Date; endsAt: Date },
): Promise<void> => {
  await sql`insert into employer_sessions (school_id, token_hash, contact_id, created_at, ends_at)
    values (${session.school}, ${session.hash}::bytea, ${session.contact}, ${session.now}, ${session.endsAt})`.execute(
    db,
  );
};

export const selectSessionEnd = async (db: Db, hash: Buffer): Promise<Date | undefined> =>
  (
    await first(
      db,
      sql<{
        ends_at: Date;
      }>`select ends_at from employer_sessions where token_hash = ${hash}::bytea`,
    )
  )?.ends_at;

export const deleteEmployerSession = async (db: Db, hash: Buffer): Promise<void> => {
  await sql`delete from employer_sessions where token_hash = ${hash}::bytea`.execute(db);
};

/** Deletes expired sessions and links. */
export const deleteEnded = async (db: Db, now: Date): Promise<number> => {
  const sessions = await sql`delete from employer_sessions where ends_at < ${now}`.execute(db);
  const links = await sql`delete from employer_links where ends_at < ${now}`.execute(db);
  return [sessions, links].reduce(
    (sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0n),
    0,
  );
};

/** Removes an erased person from employers. Employers and contacts that they added stay, because they belong to the school. */
export const deletePersonOf = async (db: Db, person: number): Promise<void> => {
  await sql`update employers set created_by = null where created_by = ${person}`.execute(db);
  await sql`update employer_contacts set invited_by = null where invited_by = ${person}`.execute(
    db,
  );
};

/** Returns this feature's part of the personal data export. The contacts' names belong to others. */
export const personalData: PersonalData = (me) => ({
  employersAdded: sql`(select jsonb_agg(jsonb_build_object('employer', e.name, 'createdAt', e.created_at) order by e.created_at)
    from employers e where e.created_by = ${me})`,
  employerContactsInvited: sql`(select jsonb_agg(jsonb_build_object('employer', e.name, 'invitedAt', c.invited_at) order by c.invited_at)
    from employer_contacts c join employers e on e.school_id = c.school_id and e.id = c.employer_id where c.invited_by = ${me})`,
});

/** Returns everything that is stored about a contact, for their data export. `contact`: their id. */
export const contactData: PersonalData = (contact) => ({
  contact: sql`(select jsonb_agg(jsonb_build_object('employer', e.name, 'website', e.website, 'name', c.name, 'email', c.email,
      'emailLanguage', c.locale, 'invitedAt', c.invited_at, 'lastSignInAt', c.last_sign_in_at))
    from employer_contacts c join employers e on e.school_id = c.school_id and e.id = c.employer_id where c.id = ${contact})`,
  sessions: sql`(select jsonb_agg(jsonb_build_object('startedAt', s.created_at, 'endsAt', s.ends_at) order by s.created_at)
    from employer_sessions s where s.contact_id = ${contact})`,
  signInLinks: sql`(select jsonb_agg(jsonb_build_object('endsAt', l.ends_at) order by l.ends_at) from employer_links l where l.contact_id = ${contact})`,
});
