import { sql, type RawBuilder } from 'kysely';
import { approvalLimits, type EntryKind, type SubmissionState } from '#contract/approvals/kinds.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { ApprovalContent, Reviewers } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { hasChangedRows, first, exists, many } from '../../kernel/sql.ts';
import { personSummaryOrNull, type PersonSummaryRow } from '../people/summary/summary.queries.ts';

/** The person who reads submissions. */
export interface Reader {
  readonly id: number;
  /** True if the reader manages approvals. */
  readonly isManager: boolean;
  readonly now: Date;
}

/** The author of an action on a submission: a person, or an employer by its name. */
export interface Author {
  readonly id: number | null;
  readonly name: string | null;
}

/** Returns whether the reader is currently the assignee `a`. */
const isReader = ({ id, isManager }: Reader) => sql`(a.user_id = ${id}
      or (a.role_id is not null and exists (select from current_grants g where g.user_id = ${id} and g.role_id = a.role_id
        and g.scope_id = a.scope_id))
      or (${isManager} and a.user_id is null and a.role_id is null))`;

/** Returns whether someone else submitted `s`, or the submitter can decide on it. */
const isOthers = ({ id }: Reader) =>
  sql`(s.submitter_id is distinct from ${id} or s.may_decide_own)`;

/** A submission in a list. */
export interface SubmissionRow {
  id: number;
  kind: string;
  title: string;
  link: string | null;
  club_id: number | null;
  club_name: string | null;
  submitter: PersonSummaryRow | null;
  /** The name of an employer that submitted it, or null. */
  submitter_name: string | null;
  state: SubmissionState;
  step: number | null;
  step_name: string | null;
  step_count: number;
  submitted_at: Date | null;
  waiting_since: Date | null;
  ended_at: Date | null;
  /** True if the submission waits for the reader, also as one of the approval managers. */
  may_decide: boolean;
}

const columns = (reader: Reader) => sql`
    s.id, s.kind, s.title, s.link, s.club_id, c.name as club_name, ${personSummaryOrNull('u')} as submitter, s.submitter_name, s.state, s.step, s.submitted_at,
    s.waiting_since, s.ended_at,
    (select t.name from approval_stages t where t.submission_id = s.id and t.position = s.step) as step_name,
    (select count(*)::int from approval_stages t where t.submission_id = s.id) as step_count,
    s.state = 'submitted' and ${isOthers(reader)} and (${reader.isManager} or exists (
      select from approval_assignees a where a.submission_id = s.id and a.position = s.step and ${isReader(reader)})) as may_decide`;
const joins = sql`
    left join users u on u.school_id = s.school_id and u.id = s.submitter_id
    left join clubs c on c.school_id = s.school_id and c.id = s.club_id`;

type Cursor = readonly [Date, number] | null;

/** Combines `select` for each way in which the reader can be an assignee `a`. Each way uses a separate index. */
const assigned = (
  { id, isManager }: Reader,
  select: (condition: RawBuilder<unknown>) => RawBuilder<unknown>,
) => sql`(
      (${select(sql`a.user_id = ${id}`)})
      union
      (select x.* from (select distinct g.role_id, g.scope_id from current_grants g where g.user_id = ${id}) as g
        cross join lateral (${select(sql`a.role_id = g.role_id and a.scope_id = g.scope_id`)}) as x)
      union
      (${select(sql`${isManager} and a.user_id is null and a.role_id is null`)})
    )`;

/** Returns up to `limit` submissions that wait for the reader, and since when, starting after `after`. */
const waitingFor = (reader: Reader, after: Cursor, limit: number) =>
  assigned(
    reader,
    (condition) => sql`select a.submission_id as id, a.waiting_since as at from approval_assignees a
        join approval_submissions s on s.school_id = a.school_id and s.id = a.submission_id and ${isOthers(reader)}
        where ${condition} and a.waiting_since is not null
          and (${after === null} or (a.waiting_since, a.submission_id) > (${after?.[0] ?? null}::timestamptz, ${after?.[1] ?? 0}::bigint))
        order by a.waiting_since, a.submission_id limit ${limit}`,
  );

/** Returns undecided submissions that the reader reviews at any step. A school never has many of them. */
const openFor = (reader: Reader, after: Cursor, limit: number) => {
  const behind = sql`(${after === null} or (s.waiting_since, s.id) > (${after?.[0] ?? null}::timestamptz, ${after?.[1] ?? 0}::bigint))`;
  return reader.isManager
    ? sql`(select s.id, s.waiting_since as at from approval_submissions s where s.waiting_since is not null and ${behind}
        order by s.waiting_since, s.id limit ${limit})`
    : assigned(
        reader,
        (condition) => sql`select distinct s.id, s.waiting_since as at from approval_assignees a
        join approval_submissions s on s.school_id = a.school_id and s.id = a.submission_id and s.waiting_since is not null
        where ${condition} and a.ended_at is null and ${behind} order by s.waiting_since, s.id limit ${limit}`,
      );
};

/** Returns ended submissions, newest first. */
const decidedFor = (reader: Reader, after: Cursor, limit: number) => {
  const behind = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    sql`(${after === null} or (${at}, ${id}) < (${after?.[0] ?? null}::timestamptz, ${after?.[1] ?? 0}::bigint))`;
  return reader.isManager
    ? sql`(select s.id, s.ended_at as at from approval_submissions s where s.ended_at is not null
        and s.submitted_at is not null and ${behind(sql`s.ended_at`, sql`s.id`)} order by s.ended_at desc, s.id desc limit ${limit})`
    : assigned(
        reader,
        (
          condition,
        ) => sql`select distinct a.submission_id as id, a.ended_at as at from approval_assignees a
        where ${condition} and a.ended_at is not null and ${behind(sql`a.ended_at`, sql`a.submission_id`)}
        order by a.ended_at desc, a.submission_id desc limit ${limit}`,
      );
};

const sources = { waiting: waitingFor, open: openFor, decided: decidedFor };

/** Returns the query for a reviewer's list of submissions, longest wait first. Decided submissions are sorted newest first. */
export const submissionsSql = (
  reader: Reader,
  list: keyof typeof sources,
  after: Cursor,
  limit: number,
): RawBuilder<SubmissionRow> => {
  const direction = list === 'decided' ? sql`desc` : sql`asc`;
  return sql<SubmissionRow>`
    with found as (select * from ${sources[list](reader, after, limit)} as found order by at ${direction}, id ${direction} limit ${limit})
    select ${columns(reader)} from found join approval_submissions s on s.id = found.id ${joins}
    order by found.at ${direction}, found.id ${direction}`;
};

export const selectSubmissions = (
  db: Db,
  reader: Reader,
  list: keyof typeof sources,
  after: Cursor,
  limit: number,
): Promise<SubmissionRow[]> => many(db, submissionsSql(reader, list, after, limit));

/** Counts the submissions that wait for the reader, up to `max`. */
export const countWaiting = async (db: Db, reader: Reader, max: number): Promise<number> =>
  (
    await first(
      db,
      sql<{
        n: number;
      }>`select least(count(*), ${max})::int as n from ${waitingFor(reader, null, max)} as found`,
    )
  )?.n ?? 0;

/** A submission with all its details, as a reader sees it. */
export interface WholeSubmission extends SubmissionRow {
  subject_id: number;
  submitter_id: number | null;
  version: number;
  fields: { key?: string; label: string; value: string; before?: string }[];
  /** True if the reader reviews any of its steps or manages approvals. */
  is_reviewer: boolean;
  /** True if the submission waits for the reader's decision, or would if they hadn't submitted it. */
  is_turn: boolean;
  may_decide_own: boolean;
  /** True if the submission has waited long enough to remind its reviewers. */
  may_remind: boolean;
  reminder_days: number | null;
  stages: {
    position: number;
    name: string;
    approved_at: string | null;
    approved_by: PersonSummaryRow | null;
    people: PersonSummaryRow[];
    roles: string[];
    managers: boolean;
  }[];
  entries: {
    number: number;
    kind: EntryKind;
    position: number | null;
    step: string | null;
    author: PersonSummaryRow | null;
    author_name: string | null;
    text: string;
    at: string;
  }[];
}

/** Returns whether the submitter of `s` can remind its reviewers. */
const canRemind = (now: Date) => sql`(s.state = 'submitted'
  and greatest(s.waiting_since, s.nudged_at) <= ${now}::timestamptz - ${approvalLimits.remindDays} * interval '1 day')`;

/**
 * Stores that reviewers were reminded of a submission. Returns false if it is too early, also for the second of two simultaneous reminders.
 */
export const updateNudged = (db: Db, id: number, now: Date): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update approval_submissions s set nudged_at = ${now} where s.id = ${id} and ${canRemind(now)}`,
  );

/** Returns the submissions `s` that meet a condition. The caller checks whether the reader can see them. */
const whole = (reader: Reader, condition: RawBuilder<unknown>) => sql<WholeSubmission>`
    select ${columns(reader)}, s.subject_id, s.submitter_id, s.version, s.fields, s.may_decide_own, s.reminder_days, ${canRemind(reader.now)} as may_remind,
      s.state <> 'draft' and (${reader.isManager} or exists (
        select from approval_assignees a where a.submission_id = s.id and ${isReader(reader)})) as is_reviewer,
      s.state = 'submitted' and (${reader.isManager} or exists (
        select from approval_assignees a where a.submission_id = s.id and a.position = s.step and ${isReader(reader)})) as is_turn,
      coalesce((
        select jsonb_agg(jsonb_build_object('position', t.position, 'name', t.name, 'approved_at', t.approved_at,
          'approved_by', ${personSummaryOrNull('b')}, 'people', r.people, 'roles', r.roles, 'managers', r.managers) order by t.position)
        from approval_stages t left join users b on b.school_id = t.school_id and b.id = t.approved_by
        cross join lateral (
          select coalesce(jsonb_agg(${personSummaryOrNull('p')} order by p.sort_name, p.id) filter (where p.id is not null), '[]') as people,
            coalesce(jsonb_agg(o.name order by o.name) filter (where o.id is not null), '[]') as roles,
            coalesce(bool_or(a.user_id is null and a.role_id is null), false) as managers
          from approval_assignees a left join users p on p.school_id = a.school_id and p.id = a.user_id
            left join roles o on o.school_id = a.school_id and o.id = a.role_id
          where a.submission_id = t.submission_id and a.position = t.position) as r
        where t.submission_id = s.id), '[]') as stages,
      coalesce((
        select jsonb_agg(jsonb_build_object('number', e.number, 'kind', e.kind, 'position', e.position, 'step', t.name, 'text', e.text,
          'at', e.created_at, 'author', ${personSummaryOrNull('w')}, 'author_name', e.author_name) order by e.number)
        from approval_events e left join users w on w.school_id = e.school_id and w.id = e.author_id
          left join approval_stages t on t.school_id = e.school_id and t.submission_id = e.submission_id and t.position = e.position
        where e.submission_id = s.id), '[]') as entries
    from approval_submissions s ${joins} where ${condition}`;

export const selectSubmission = (db: Db, reader: Reader, id: number) =>
  first(db, whole(reader, sql`s.id = ${id}`));

/** Returns the open submission of a subject, or the newest one that has ended. */
export const selectSubmissionOf = (db: Db, reader: Reader, kind: string, subject: number) =>
  first(
    db,
    sql<WholeSubmission>`${whole(reader, sql`s.kind = ${kind} and s.subject_id = ${subject}`)} order by s.ended_at is not null, s.ended_at desc limit 1`,
  );

/** Creates a draft submission, or locks the open submission of the subject. Returns its state. */
export const upsertDraft = async (
  db: Db,
  school: SchoolId,
  {
    kind,
    subject,
    submitter,
    now,
  }: { kind: string; subject: number; submitter: Author; now: Date },
): Promise<{ id: number; state: SubmissionState; version: number }> => {
  const row = await first(
    db,
    sql<{ id: number; state: SubmissionState; version: number }>`
    insert into approval_submissions as s (school_id, kind, subject_id, submitter_id, submitter_name, state, created_at)
    values (${school}, ${kind}, ${subject}, ${submitter.id}, ${submitter.name}, 'draft', ${now})
    on conflict (school_id, kind, subject_id) where ended_at is null do update set created_at = s.created_at
    returning id, state, version`,
  );
  if (row === undefined) throw new Error('an insert with an update on conflict answers a row');
  return row;
};

/** The next state of a submission. */
export interface Move {
  readonly state: SubmissionState;
  /** The step that decides or requested changes. Null if the submission has ended. */
  readonly step: number | null;
  readonly now: Date;
  /** The content that this move submits. */
  readonly content?: ApprovalContent;
  readonly submitter?: Author;
}

/** Moves a submission that is still in the given state and version. Returns false if it isn't. Locks its row until the transaction ends. */
export const updateSubmission = (
  db: Db,
  id: number,
  from: { version: number; states: readonly SubmissionState[] },
  { state, step, now, content, submitter }: Move,
): Promise<boolean> => {
  const isOver = step === null;
  const described =
    content === undefined
      ? sql``
      : sql`, title = ${content.title.slice(0, 200)}, link = ${content.link}, fields = ${JSON.stringify(content.fields)}::jsonb,
        club_id = (select c.id from clubs c where c.id = ${content.club}::bigint), submitted_at = ${now}`;
  return hasChangedRows(
    db,
    sql`update approval_submissions set state = ${state}, step = ${step}, version = version + 1, may_decide_own = false,
      waiting_since = case when ${isOver} then null else ${now}::timestamptz end, ended_at = case when ${isOver} then ${now}::timestamptz end,
      ${submitter === undefined ? sql`` : sql`submitter_id = ${submitter.id}::bigint, submitter_name = ${submitter.name}::text,`}
      remind_at = case when ${state} = 'submitted' then ${now}::timestamptz + reminder_days * interval '1 day' end ${described}
    where id = ${id} and version = ${from.version} and state = any(${from.states as string[]})`,
  );
};

/** Updates the content of a waiting submission. Returns false if it has changed since it was read. */
export const updateContent = (
  db: Db,
  { id, version }: { id: number; version: number },
  content: ApprovalContent,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update approval_submissions set title = ${content.title.slice(0, 200)}, fields = ${JSON.stringify(content.fields)}::jsonb, version = version + 1
      where id = ${id} and version = ${version} and state = 'submitted'`,
  );

/**
 * Copies the steps of its kind to a submission that is submitted for the first time. If the kind has no steps, approval managers review it
 * in one step. `reviewers` replaces the steps with one: the given people, or everyone whose position in the club has the permission.
 */
export const insertStages = async (
  db: Db,
  id: number,
  reviewers: Reviewers | null,
): Promise<void> => {
  if (reviewers !== null) {
    const assignees =
      'inClub' in reviewers
        ? sql`(school_id, submission_id, position, number, role_id, scope_id)
      select r.school_id, ${id}, 0, row_number() over (order by r.id), r.id, s.club_id from stage s
      join roles r on r.school_id = s.school_id and r.scope = 'club' and ${reviewers.inClub} = any(r.permissions)
      where s.club_id is not null`
        : sql`(school_id, submission_id, position, number, user_id)
      select u.school_id, ${id}, 0, row_number() over (order by u.id), u.id from stage s join users u on u.school_id = s.school_id
      where u.id = any(${reviewers as number[]}::bigint[])`;
    await sql`with given as (select school_id, id, club_id from approval_submissions where id = ${id}), kept as (
        insert into approval_stages (school_id, submission_id, position, name) select school_id, id, 0, '' from given returning school_id
      ), stage as (select g.school_id, g.club_id from given g join kept k on k.school_id = g.school_id)
      insert into approval_assignees ${assignees}`.execute(db);
    return;
  }
  await sql`with given as (
      select s.school_id, s.id, s.club_id, t.position, t.name, t.reviewers, t.role_id, t.kind
      from approval_submissions s left join approval_steps t on t.school_id = s.school_id and t.kind = s.kind where s.id = ${id}
    ), stages as (
      insert into approval_stages (school_id, submission_id, position, name)
      select school_id, id, coalesce(position, 0), coalesce(name, '') from given returning school_id
    ), reminded as (
      update approval_submissions s set reminder_days = p.reminder_days, remind_at = s.waiting_since + p.reminder_days * interval '1 day'
      from approval_processes p where s.id = ${id} and p.school_id = s.school_id and p.kind = s.kind returning s.id
    )
    insert into approval_assignees (school_id, submission_id, position, number, user_id, role_id, scope_id)
    select g.school_id, g.id, coalesce(g.position, 0), row_number() over (partition by g.position order by p.user_id),
      p.user_id, case when g.reviewers = 'position' and g.club_id is null then null else g.role_id end,
      case when g.reviewers = 'position' then coalesce(g.club_id, 0) else 0 end
    from given g left join approval_step_people p on p.school_id = g.school_id and p.kind = g.kind and p.position = g.position`.execute(
    db,
  );
};

/** Updates the waiting assignees after a move. If `step` is null, the submission waits for no reviewer. */
export const updateAssignees = async (
  db: Db,
  id: number,
  { state, step, now }: Move,
): Promise<void> => {
  const isWaiting = state === 'submitted';
  await sql`update approval_assignees set waiting_since = case when ${isWaiting} and position = ${step}::int then ${now}::timestamptz end,
      ended_at = case when ${step === null} then ${now}::timestamptz end
    where submission_id = ${id}`.execute(db);
};

/** Stores that a step was approved. */
export const updateStage = async (
  db: Db,
  id: number,
  position: number,
  by: number,
  now: Date,
): Promise<void> => {
  await sql`update approval_stages set approved_at = ${now}, approved_by = ${by} where submission_id = ${id} and position = ${position}`.execute(
    db,
  );
};

/** Adds an entry to a locked submission. */
export const insertEntry = async (
  db: Db,
  school: SchoolId,
  entry: {
    submission: number;
    kind: EntryKind;
    position: number | null;
    author: Author;
    text: string;
    clientId?: string | undefined;
    now: Date;
  },
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`insert into approval_events (school_id, submission_id, number, kind, position, author_id, author_name, text, client_id, created_at)
    select ${school}, ${entry.submission}, coalesce(max(number), 0) + 1, ${entry.kind}, ${entry.position}::int, ${entry.author.id}::bigint, ${entry.author.name}::text, ${entry.text}, ${entry.clientId ?? null}::uuid, ${entry.now}
    from approval_events where submission_id = ${entry.submission}
    on conflict (school_id, submission_id, author_id, client_id) where client_id is not null do nothing`,
  );

/** Returns whether someone has already added this entry. */
export const hasEntry = (
  db: Db,
  entry: { submission: number; author: number; clientId: string },
): Promise<boolean> =>
  exists(
    db,
    sql`select from approval_events where submission_id = ${entry.submission} and author_id = ${entry.author} and client_id = ${entry.clientId}::uuid`,
  );

/** Locks a submission that hasn't ended. Returns false if it has. */
export const lockOpenSubmission = async (db: Db, id: number): Promise<boolean> =>
  (await first(
    db,
    sql`select from approval_submissions where id = ${id} and ended_at is null for update`,
  )) !== undefined;

/** Changes the name of an employer in undecided submissions and their entries. */
export const updateSubmitterName = async (
  db: Db,
  kind: string,
  subjects: readonly number[],
  name: string,
): Promise<void> => {
  await sql`with open as (
      update approval_submissions set submitter_name = ${name}
      where kind = ${kind} and subject_id = any(${subjects as number[]}::bigint[]) and ended_at is null and submitter_name is not null
      returning school_id, id
    )
    update approval_events e set author_name = ${name} from open o
    where e.school_id = o.school_id and e.submission_id = o.id and e.author_name is not null`.execute(
    db,
  );
};

/** Deletes all submissions of a permanently deleted subject, with all their data. */
export const deleteSubmissions = async (db: Db, kind: string, subject: number): Promise<void> => {
  await sql`delete from approval_submissions where kind = ${kind} and subject_id = ${subject}`.execute(
    db,
  );
};
