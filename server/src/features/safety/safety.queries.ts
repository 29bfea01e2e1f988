import type { PersonalData } from '../../kernel/feature.ts';
import { sql } from 'kysely';
import type { ReportedMessages, ReportReason, ReportState } from '#contract/safety.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { changed, first, many } from '../../kernel/sql.ts';
import { joinConnection } from '../people/people.queries.ts';
import { isNamed } from '../people/privacy/privacy.queries.ts';

/** A person as a face, as the database answers it. */
export interface FaceRow {
  id: number;
  first_name: string;
  last_name: string;
  photo: string | null;
}

const blocksShown = 500;

/** Somebody blocked; without name and picture when they are not shown to the one who blocked them. */
export type BlockedRow = FaceRow & { since: Date; is_shown: boolean };

/** People somebody has blocked. */
export const selectBlocks = async (db: Db, me: number): Promise<BlockedRow[]> => {
  const isShown = isNamed(me, sql`u`);
  const { rows } = await sql<BlockedRow>`
    select u.id, ${isShown} as is_shown, b.created_at as since, case when ${isShown} then u.first_name else '' end as first_name,
      case when ${isShown} then u.last_name else '' end as last_name, case when ${isShown} then u.photo end as photo
    from blocks b join users u on u.school_id = b.school_id and u.id = b.blocked_id
    where b.blocker_id = ${me} order by b.created_at desc, u.id limit ${blocksShown}`.execute(db);
  return rows;
};

/** Stores a block; false when it stood already. */
export const insertBlock = (
  db: Db,
  school: SchoolId,
  me: number,
  other: number,
  now: Date,
): Promise<boolean> =>
  changed(
    db,
    sql`insert into blocks (school_id, blocker_id, blocked_id, created_at)
    values (${school}, ${me}, ${other}, ${now}) on conflict do nothing`,
  );

/** Takes a block back; false when there was none. */
export const deleteBlock = (db: Db, me: number, other: number): Promise<boolean> =>
  changed(db, sql`delete from blocks where blocker_id = ${me} and blocked_id = ${other}`);

/** Removes every block by and of somebody who is erased. */
export const deleteBlocksOf = async (db: Db, id: number): Promise<void> => {
  await sql`delete from blocks where blocker_id = ${id}`.execute(db);
  await sql`delete from blocks where blocked_id = ${id}`.execute(db);
};

/** Somebody as far as a report asks, past all blocks; undefined when the school has no such person. */
export interface ReportableRow {
  readonly id: number;
  readonly is_disabled: boolean;
  readonly has_hold: boolean;
  readonly requested_by: number | null;
  readonly is_accepted: boolean | null;
  /** Whether the one who reports has blocked them. */
  readonly is_blocked: boolean;
}

/** Who is to be reported. */
export const selectReportable = (
  db: Db,
  me: number,
  id: number,
): Promise<ReportableRow | undefined> =>
  first(
    db,
    sql<ReportableRow>`
    select u.id, u.is_disabled, u.has_hold, c.requested_by, c.is_accepted,
      exists (select from blocks b where b.blocker_id = ${me} and b.blocked_id = u.id) as is_blocked
    from users u ${joinConnection(me)} where u.id = ${id}`,
  );

/** Stores a report. */
export const insertReport = async (
  db: Db,
  report: {
    school: SchoolId;
    reporter: number;
    person: number;
    reason: string;
    note: string;
    now: Date;
  },
): Promise<void> => {
  await sql`insert into reports (school_id, reporter_id, person_id, reason, note, created_at, changed_at)
    values (${report.school}, ${report.reporter}, ${report.person}, ${report.reason}, ${report.note}, ${report.now}, ${report.now})`.execute(
    db,
  );
};

/** Stores a report of a message, unless the same person has reported the same message and the moderators have not decided. */
export const insertMessageReport = async (
  db: Db,
  report: {
    school: SchoolId;
    reporter: number;
    person: number;
    reason: ReportReason;
    note: string;
    evidence: ReportedMessages;
    now: Date;
  },
): Promise<void> => {
  const { conversation, seq } = report.evidence;
  await sql`insert into reports (school_id, reporter_id, person_id, reason, note, evidence, created_at, changed_at)
    select ${report.school}, ${report.reporter}, ${report.person}, ${report.reason}, ${report.note}, ${JSON.stringify(report.evidence)}::jsonb,
      ${report.now}, ${report.now}
    where not exists (select from reports r where r.reporter_id = ${report.reporter} and r.state in ('open', 'reviewing')
      and r.evidence ->> 'conversation' = ${conversation} and (r.evidence ->> 'seq')::int = ${seq})`.execute(
    db,
  );
};

/** A report with whom it names and what was noted. */
export interface ReportRow {
  id: number;
  state: ReportState;
  reason: string;
  note: string;
  created_at: Date;
  reporter: FaceRow;
  person: FaceRow;
  earlier: number;
  evidence: ReportedMessages | null;
  /** Files of the evidence that are there. */
  files: { id: number; hasSmall: boolean }[];
  notes: { author: FaceRow | null; text: string; from: ReportState; to: ReportState; at: string }[];
}

const queueShown = 200;
const face = (alias: string) =>
  sql.raw(
    `jsonb_build_object('id', ${alias}.id, 'first_name', ${alias}.first_name, 'last_name', ${alias}.last_name, 'photo', ${alias}.photo)`,
  );

/** Reports in one state, or one report. One statement, whatever they hold. */
export const selectReports = async (
  db: Db,
  which: { state: ReportState } | { id: number },
): Promise<ReportRow[]> => {
  const condition = 'id' in which ? sql`r.id = ${which.id}` : sql`r.state = ${which.state}`;
  const order =
    'state' in which && (which.state === 'open' || which.state === 'reviewing')
      ? sql`asc`
      : sql`desc`;
  const { rows } = await sql<ReportRow>`
    select r.id, r.state, r.reason, r.note, r.created_at, r.evidence,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'hasSmall', f.thumbnail is not null))
        from jsonb_path_query(r.evidence, '$.messages[*].fileIds[*]') as named join chat_files f on f.id = (named #>> '{}')::bigint
        where f.type is not null), '[]') as files,
      ${face('a')} as reporter, ${face('p')} as person,
      (select count(*)::int - 1 from reports o where o.person_id = r.person_id) as earlier,
      coalesce((
        select jsonb_agg(jsonb_build_object('text', n.text, 'from', n.from_state, 'to', n.to_state, 'at', n.created_at,
          'author', case when w.id is not null then ${face('w')} end) order by n.number)
        from report_notes n left join users w on w.school_id = n.school_id and w.id = n.author_id where n.report_id = r.id), '[]') as notes
    from reports r join users a on a.school_id = r.school_id and a.id = r.reporter_id
    join users p on p.school_id = r.school_id and p.id = r.person_id
    where ${condition} order by r.changed_at ${order} limit ${queueShown}`.execute(db);
  return rows;
};

/** How many reports are in each state. */
export const countReports = (db: Db): Promise<{ state: ReportState; n: number }[]> =>
  many(
    db,
    sql<{
      state: ReportState;
      n: number;
    }>`select state, count(*)::int as n from reports group by state`,
  );

/** Moves a report on when it still is where the moderator saw it; false when it is not. */
export const updateReportState = (
  db: Db,
  id: number,
  from: ReportState,
  to: ReportState,
  now: Date,
): Promise<boolean> =>
  changed(
    db,
    sql`update reports set state = ${to}, changed_at = ${now} where id = ${id} and state = ${from}`,
  );

/** Adds a note. The report's row is held by its change, so numbers do not meet. */
export const insertReportNote = async (
  db: Db,
  note: {
    school: SchoolId;
    report: number;
    author: number;
    text: string;
    from: ReportState;
    to: ReportState;
    now: Date;
  },
): Promise<void> => {
  await sql`insert into report_notes (school_id, report_id, number, author_id, text, from_state, to_state, created_at)
    select ${note.school}, ${note.report}, coalesce(max(number), 0) + 1, ${note.author}, ${note.text}, ${note.from}, ${note.to}, ${note.now}
    from report_notes where report_id = ${note.report}`.execute(db);
};

/** What the export of one's own data holds of this feature. */
export const personalData: PersonalData = (me, name) => ({
  blocked: sql`(select jsonb_agg(jsonb_build_object('person', ${name}, 'since', b.created_at))
        from blocks b join users o on o.school_id = b.school_id and o.id = b.blocked_id where b.blocker_id = ${me})`,
  reportsMade: sql`(select jsonb_agg(jsonb_build_object('about', ${name}, 'reason', r.reason, 'note', r.note, 'state', r.state, 'at', r.created_at))
        from reports r join users o on o.school_id = r.school_id and o.id = r.person_id where r.reporter_id = ${me})`,
});
