import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { FormAnswers, FormDefinition } from '#contract/forms/definition.ts';
import { formLimits, type FormState } from '#contract/forms/limits.ts';
import type { Db } from '../../kernel/database/database.ts';
import { selectFileUse, type PersonalData, type UploadReference } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { hasChangedRows, first, exists, many } from '../../kernel/sql.ts';
import { isPresent, type VisibilityScope } from '../people/privacy/privacy.queries.ts';
import type { WholeUploadRow } from '../uploads/uploads.views.ts';
import { personSummary } from '../people/summary/summary.queries.ts';

/** The row of another feature that a form belongs to, such as a survey. Each row has at most one form. */
export interface FormOwner {
  readonly kind: 'survey' | 'club_registration' | 'club_membership' | 'event' | 'job';
  readonly id: number;
}

/** A form with its newest definition. */
export interface FormRow {
  form_id: number;
  is_anonymous: boolean;
  state: FormState;
  opens_at: Date | null;
  closes_at: Date | null;
  answer_limit: number | null;
  version: number;
  revision: number;
  answers: number;
  definition: FormDefinition;
}

/** Columns of a form `f`. `joinDefinition` joins its newest definition as `d`. */
export const formColumns = sql`f.id as form_id, f.is_anonymous, f.state, f.opens_at, f.closes_at, f.answer_limit, f.version, f.revision, f.answers`;
export const joinDefinition = sql`join form_definitions d on d.school_id = f.school_id and d.form_id = f.id and d.revision = f.revision`;

/** Returns a condition that is true if a person has responded to the form `f`. */
export const hasAnswered = (person: number | RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`case when f.is_anonymous
    then exists (select from form_participations p where p.school_id = f.school_id and p.form_id = f.id and p.user_id = ${person})
    else exists (select from form_responses a where a.school_id = f.school_id and a.form_id = f.id and a.user_id = ${person}) end`;

const ownedBy = ({ kind, id }: FormOwner) => sql`f.owner_kind = ${kind} and f.owner_id = ${id}`;

/** Returns the form of an owner. */
export const selectForm = (db: Db, owner: FormOwner): Promise<FormRow | undefined> =>
  first(
    db,
    sql<FormRow>`select ${formColumns}, d.definition from forms f ${joinDefinition} where ${ownedBy(owner)}`,
  );

/** A form as shown to people who can fill it in. */
export interface ShownForm {
  readonly revision: number;
  readonly definition: FormDefinition;
}
/** Returns SQL for a `ShownForm` as JSON, for use in a statement about the form's owner. */
export const shownForm = (kind: FormOwner['kind'], id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select jsonb_build_object('revision', f.revision, 'definition', d.definition) from forms f ${joinDefinition}
    where f.owner_kind = ${kind} and f.owner_id = ${id})`;

/** Returns the form of an owner and locks it until the transaction ends, so that responses and changes to one form wait for each other. */
export const lockForm = (db: Db, owner: FormOwner): Promise<FormRow | undefined> =>
  first(
    db,
    sql<FormRow>`with f as (select * from forms f where ${ownedBy(owner)} for update)
    select ${formColumns}, d.definition from f ${joinDefinition}`,
  );

/** Creates a form that isn't open yet, with its first definition. */
export const insertForm = async (
  db: Db,
  school: SchoolId,
  owner: FormOwner,
  definition: FormDefinition,
): Promise<void> => {
  await sql`with made as (
      insert into forms (school_id, owner_kind, owner_id) values (${school}, ${owner.kind}, ${owner.id}) returning school_id, id, revision
    )
    insert into form_definitions (school_id, form_id, revision, definition)
    select school_id, id, revision, ${JSON.stringify(definition)}::jsonb from made`.execute(db);
};

/** Copies a form that isn't anonymous to an owner that has no form yet, with the responses of these people. */
export const copyForm = async (
  db: Db,
  { from, to }: { from: FormOwner; to: FormOwner },
  people: readonly number[],
): Promise<void> => {
  const made = await first(
    db,
    sql<{
      id: number;
      source: number;
    }>`insert into forms (school_id, owner_kind, owner_id, state, opens_at, closes_at, answer_limit, revision)
    select f.school_id, ${to.kind}, ${to.id}, f.state, f.opens_at, f.closes_at, f.answer_limit, f.revision from forms f
    where ${ownedBy(from)} and not f.is_anonymous
    returning id, (select f.id from forms f where ${ownedBy(from)}) as source`,
  );
  if (made === undefined) return;
  const { id, source } = made;
  const answers = sql`form_responses a where a.form_id = ${source} and a.user_id = any(${people as number[]}::bigint[])`;
  await sql`insert into form_definitions (school_id, form_id, revision, definition)
    select school_id, ${id}, revision, definition from form_definitions where form_id = ${source}`.execute(
    db,
  );
  await sql`insert into form_responses (school_id, form_id, revision, user_id, answers, responded_at)
    select a.school_id, ${id}, a.revision, a.user_id, a.answers, a.responded_at from ${answers}`.execute(
    db,
  );
  await sql`insert into form_files (school_id, form_id, user_id, upload_id) select x.school_id, ${id}, x.user_id, x.upload_id from form_files x
    where x.form_id = ${source} and x.user_id in (select a.user_id from ${answers})`.execute(db);
  await sql`update forms set answers = (select count(*) from form_responses a where a.form_id = ${id}) where id = ${id}`.execute(
    db,
  );
};

/** Columns of a form that can change. */
export interface FormColumns {
  readonly is_anonymous: boolean;
  readonly state: FormState;
  readonly opens_at: Date | null;
  readonly closes_at: Date | null;
  readonly answer_limit: number | null;
  readonly revision: number;
}

/** Changes a locked form and increments its version. */
export const updateForm = async (
  db: Db,
  form: number,
  columns: Partial<FormColumns>,
): Promise<void> => {
  await db
    .updateTable('forms')
    .set({ ...columns, version: sql<number>`version + 1` })
    .where('id', '=', form)
    .execute();
};

/** Stores a definition under a revision, and replaces the definition that has this revision. */
export const upsertDefinition = async (
  db: Db,
  school: SchoolId,
  at: { form: number; revision: number },
  definition: FormDefinition,
): Promise<void> => {
  await sql`insert into form_definitions (school_id, form_id, revision, definition)
    values (${school}, ${at.form}, ${at.revision}, ${JSON.stringify(definition)}::jsonb)
    on conflict (school_id, form_id, revision) do update set definition = excluded.definition`.execute(
    db,
  );
};

/** Deletes definitions older than the newest one that have no responses. */
export const deleteUnansweredDefinitions = async (db: Db, form: number): Promise<void> => {
  await sql`delete from form_definitions d using forms f
    where f.id = ${form} and d.form_id = f.id and d.revision < f.revision
      and not exists (select from form_responses a where a.form_id = d.form_id and a.revision = d.revision)`.execute(
    db,
  );
};

/** Returns all definitions of a form that can have responses, newest first. */
export const selectDefinitions = async (
  db: Db,
  form: number,
): Promise<{ revision: number; definition: FormDefinition }[]> =>
  many(
    db,
    sql<{ revision: number; definition: FormDefinition }>`
    select revision, definition from form_definitions where form_id = ${form} order by revision desc`,
  );

/** A person's response to a locked form. */
interface NewAnswers {
  readonly school: SchoolId;
  readonly form: number;
  readonly revision: number;
  readonly person: number;
  readonly answers: FormAnswers;
  /** An id that the client creates, to recognize the response if it is sent again. */
  readonly clientId?: string | undefined;
}

/** Stores a person's response. Returns false if they have already responded. */
export const insertAnswers = (db: Db, given: NewAnswers, now: Date): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`insert into form_responses (school_id, form_id, revision, user_id, answers, client_id, responded_at)
    values (${given.school}, ${given.form}, ${given.revision}, ${given.person}, ${JSON.stringify(given.answers)}::jsonb, ${given.clientId ?? null}::uuid, ${now})
    on conflict (school_id, form_id, user_id) do nothing`,
  );

/** Returns a hash of a client's id, which doesn't reveal the time when the id was created. */
const digestOf = (clientId: string | undefined) =>
  clientId === undefined ? null : createHash('sha256').update(clientId).digest('hex');

/** Records that a person has responded to an anonymous form. Returns false if this was already recorded. */
export const insertParticipation = (
  db: Db,
  { school, form, person, clientId }: NewAnswers,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`insert into form_participations (school_id, form_id, user_id, client_digest)
    values (${school}, ${form}, ${person}, ${digestOf(clientId)}) on conflict do nothing`,
  );

/** Returns true if a person has responded to a form with this id of their client. */
export const hasAnsweredAs = (
  db: Db,
  { form, person, clientId }: { form: number; person: number; clientId: string },
): Promise<boolean> =>
  exists(
    db,
    sql`select from form_responses where form_id = ${form} and user_id = ${person} and client_id = ${clientId}::uuid
    union all select from form_participations where form_id = ${form} and user_id = ${person} and client_digest = ${digestOf(clientId)}`,
  );

/**
 * Adds a response to the waiting responses of an anonymous form. Once five are waiting, they are mixed into the released responses in the
 * order of their random keys, so that two results always differ by at least five responses. Returns true if this call released some.
 */
export const addToPool = async (
  db: Db,
  { school, form, revision, answers }: NewAnswers,
): Promise<boolean> => {
  const entry = JSON.stringify({ revision, answers });
  const isFull = sql`jsonb_array_length(form_pools.waiting) + 1 >= ${sql.lit(formLimits.anonymousStep)}`;
  const mixed = (lists: RawBuilder<unknown>) =>
    sql`(select jsonb_agg(e order by e ->> 'key') from jsonb_array_elements(${lists}) as e)`;
  const row = await first(
    db,
    sql<{ waiting: number }>`insert into form_pools (school_id, form_id, waiting)
    values (${school}, ${form}, jsonb_build_array(${entry}::jsonb || jsonb_build_object('key', gen_random_uuid())))
    on conflict (school_id, form_id) do update set
      answers = case when ${isFull} then ${mixed(sql`form_pools.answers || form_pools.waiting || excluded.waiting`)} else form_pools.answers end,
      waiting = case when ${isFull} then '[]' else ${mixed(sql`form_pools.waiting || excluded.waiting`)} end
    returning jsonb_array_length(waiting) as waiting`,
  );
  return row?.waiting === 0;
};

/** Adds 1 or -1 to the number of responses to a form. */
export const updateAnswerCount = async (db: Db, form: number, added: 1 | -1): Promise<void> => {
  await sql`update forms set answers = answers + ${added} where id = ${form}`.execute(db);
};

/** A response that a person has started but not sent. */
export interface DraftRow {
  answers: FormAnswers;
  saved_at: Date;
  files: WholeUploadRow[];
  people: { id: number; first_name: string; last_name: string; photo: string | null }[];
}

export const selectDraft = (db: Db, form: number, person: number): Promise<DraftRow | undefined> =>
  first(
    db,
    sql<DraftRow>`select n.answers, n.saved_at, coalesce((
        select jsonb_agg(${uploadJson}) from form_files x join uploads u on u.school_id = x.school_id and u.id = x.upload_id
        where x.form_id = n.form_id and x.user_id = n.user_id), '[]') as files,
      coalesce((select jsonb_agg(${personSummary('u')})
        from users u where not u.is_disabled and u.id in (
          select (e.value ->> 'person')::bigint from jsonb_each(n.answers) as e where jsonb_typeof(e.value) = 'object' and e.value ? 'person')), '[]') as people
    from form_drafts n where n.form_id = ${form} and n.user_id = ${person}`,
  );

const uploadJson = sql`jsonb_build_object('id', u.id, 'name', u.name, 'size', u.size, 'type', u.type, 'width', u.width, 'height', u.height)`;

export const upsertDraft = async (
  db: Db,
  { school, form, person, answers }: Omit<NewAnswers, 'revision'>,
  now: Date,
): Promise<void> => {
  await sql`insert into form_drafts (school_id, form_id, user_id, answers, saved_at)
    values (${school}, ${form}, ${person}, ${JSON.stringify(answers)}::jsonb, ${now})
    on conflict (school_id, form_id, user_id) do update set answers = excluded.answers, saved_at = excluded.saved_at`.execute(
    db,
  );
};

export const deleteDraft = async (db: Db, form: number, person: number): Promise<void> => {
  await sql`delete from form_drafts where form_id = ${form} and user_id = ${person}`.execute(db);
};

/** Sets the files that a person's response to a form uses. */
export const replaceFiles = async (
  db: Db,
  { school, form, person }: Pick<NewAnswers, 'school' | 'form' | 'person'>,
  uploads: readonly number[],
): Promise<void> => {
  const ids = sql`${uploads as number[]}::bigint[]`;
  await sql`with gone as (
      delete from form_files where form_id = ${form} and user_id = ${person} and upload_id <> all(${ids})
    )
    insert into form_files (school_id, form_id, user_id, upload_id)
    select ${school}, ${form}, ${person}, id from unnest(${ids}) as n (id) on conflict do nothing`.execute(
    db,
  );
};

/** Returns the ids of those people the respondent can see and name in an answer. */
export const selectNameable = async (
  db: Db,
  visibility: VisibilityScope,
  people: readonly number[],
): Promise<number[]> => {
  if (people.length === 0) return [];
  const rows = await many(
    db,
    sql<{ id: number }>`select u.id from users u
    where u.id = any(${people as number[]}::bigint[]) and not u.is_disabled and ${isPresent(visibility)}`,
  );
  return rows.map(({ id }) => id);
};

/** Deletes responses by id, with their links to files. */
export const deleteAnswers = async (db: Db, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return;
  await sql`with gone as (
      delete from form_responses where id = any(${ids as number[]}::bigint[]) returning school_id, form_id, user_id
    ), files as (
      delete from form_files x using gone where x.school_id = gone.school_id and x.form_id = gone.form_id and x.user_id = gone.user_id
    )
    update forms f set answers = f.answers - counted.n
    from (select school_id, form_id, count(*)::int as n from gone group by 1, 2) as counted
    where f.school_id = counted.school_id and f.id = counted.form_id`.execute(db);
};

/** Deletes an erased person's responses and drafts. Anonymous responses stay, because they don't belong to a person. */
export const deleteAnswersOf = async (db: Db, person: number): Promise<void> => {
  await sql`with gone as (delete from form_responses where user_id = ${person} returning school_id, form_id)
    update forms f set answers = f.answers - 1 from gone where f.school_id = gone.school_id and f.id = gone.form_id`.execute(
    db,
  );
  for (const table of ['form_drafts', 'form_files', 'form_participations'])
    await sql`delete from ${sql.table(table)} where user_id = ${person}`.execute(db);
};

/** Files of responses and drafts. Their addresses contain the id of the form. */
export const formUploads: UploadReference = {
  kind: 'form',
  isUsed: sql`exists (select from form_files n where n.upload_id = f.id)`,
  isReferencedBy: (form) =>
    sql`exists (select from form_files n where n.upload_id = f.id and n.form_id = ${form})`,
  storageType: 'forms',
  uses: selectFileUse(
    sql`case o.owner_kind when 'survey' then 'survey' when 'event' then 'event' when 'club_membership' then 'club' when 'job' then 'job' else 'club_registration' end`,
    sql`case when o.owner_kind in ('survey', 'event', 'club_membership', 'job') then o.owner_id end`,
    sql`from form_files n join forms o on o.school_id = n.school_id and o.id = n.form_id
      where n.school_id = f.school_id and n.upload_id = f.id`,
  ),
};

const titled = sql`(select jsonb_agg(jsonb_build_object('question', q ->> 'title', 'answer', a.answers -> (q ->> 'id')))
    from jsonb_array_elements(d.definition -> 'questions') as q where a.answers ? (q ->> 'id'))`;

/** Returns this feature's part of the personal data export. */
export const personalData: PersonalData = (me) => ({
  formAnswers: sql`(select jsonb_agg(jsonb_build_object('form', f.owner_kind, 'at', a.responded_at, 'answers', ${titled},
      'files', (select jsonb_agg(u.name) from form_files x join uploads u on u.school_id = x.school_id and u.id = x.upload_id
        where x.form_id = a.form_id and x.user_id = a.user_id)) order by a.responded_at)
    from form_responses a join forms f on f.school_id = a.school_id and f.id = a.form_id
      join form_definitions d on d.school_id = a.school_id and d.form_id = a.form_id and d.revision = a.revision where a.user_id = ${me})`,
  formDrafts: sql`(select jsonb_agg(jsonb_build_object('form', f.owner_kind, 'savedAt', a.saved_at, 'answers', ${titled}) order by a.saved_at)
    from form_drafts a join forms f on f.school_id = a.school_id and f.id = a.form_id ${joinDefinition} where a.user_id = ${me})`,
  formParticipations: sql`(select jsonb_agg(jsonb_build_object('form', f.owner_kind, 'isAnonymous', true))
    from form_participations p join forms f on f.school_id = p.school_id and f.id = p.form_id where p.user_id = ${me})`,
});
