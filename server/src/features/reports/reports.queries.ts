import { sql } from 'kysely';
import type { ReportKind, ReportReason, ReportState } from '#contract/reports/kinds.ts';
import type { ReportedMessages } from '#contract/reports/endpoints.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { PersonalData, UploadReference } from '../../kernel/feature.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { hasChangedRows, many } from '../../kernel/sql.ts';
import { type PersonSummaryRow, personSummary } from '../people/summary/summary.queries.ts';

interface NewReport {
  school: SchoolId;
  clientId: string | undefined;
  /** Id of the person who reports. Null if the word list does. */
  reporter: number | null;
  kind: ReportKind;
  target: string;
  title: string;
  /** Id of the person that the report is about. */
  person: number | null;
  reason: ReportReason;
  note: string;
  evidence: ReportedMessages | null;
  /** Files that are kept with the report. */
  uploads: readonly number[];
  now: Date;
}

/**
 * Stores a report, unless its client has already sent it, or the same person has an undecided report about the same thing. Someone can
 * report a person again, for something else.
 */
export const insertReport = async (db: Db, report: NewReport): Promise<void> => {
  await sql`with made as (
    insert into reports (school_id, client_id, reporter_id, target_kind, target_id, title, user_id, reason, note, evidence,
      created_at, changed_at)
    select ${report.school}, ${report.clientId ?? null}::uuid, ${report.reporter}::bigint, ${report.kind}, ${report.target}, ${report.title},
      ${report.person}::bigint, ${report.reason}, ${report.note},
      ${report.evidence && JSON.stringify(report.evidence)}::jsonb, ${report.now}, ${report.now}
    where ${report.kind} = 'person' or not exists (
      select from reports r where r.reporter_id is not distinct from ${report.reporter}::bigint and r.target_kind = ${report.kind}
        and r.target_id = ${report.target} and r.state in ('open', 'reviewing'))
    on conflict do nothing returning id)
    insert into report_files (school_id, report_id, upload_id)
    select ${report.school}, made.id, f.id from made join uploads f on f.id = any(${report.uploads as number[]}::bigint[])`.execute(
    db,
  );
};

/** A report with the people in it and its notes. */
export interface ReportRow {
  id: number;
  state: ReportState;
  reason: string;
  note: string;
  created_at: Date;
  reporter: PersonSummaryRow | null;
  kind: ReportKind;
  target: string;
  title: string;
  person: PersonSummaryRow | null;
  is_suspended: boolean;
  earlier: number;
  evidence: ReportedMessages | null;
  /** Files of the evidence that still exist. */
  files: { id: number; hasSmall: boolean }[];
  notes: {
    author: PersonSummaryRow | null;
    text: string;
    from: ReportState;
    to: ReportState;
    at: string;
  }[];
}

const queueShown = 200;

/** Returns reports in one state, or one report, with a single statement. */
export const selectReports = async (
  db: Db,
  which: { state: ReportState } | { id: number },
): Promise<ReportRow[]> => {
  const condition = 'id' in which ? sql`r.id = ${which.id}` : sql`r.state = ${which.state}`;
  const order =
    'state' in which && (which.state === 'open' || which.state === 'reviewing')
      ? sql`asc`
      : sql`desc`;
  return many(
    db,
    sql<ReportRow>`
    select r.id, r.state, r.reason, r.note, r.created_at, r.evidence, r.target_kind as kind, r.target_id as target, r.title,
      coalesce((
        select jsonb_agg(jsonb_build_object('id', f.id, 'hasSmall', f.thumbnail is not null))
        from report_files n join uploads f on f.school_id = n.school_id and f.id = n.upload_id where n.report_id = r.id), '[]') as files,
      case when a.id is not null then ${personSummary('a')} end as reporter, case when p.id is not null then ${personSummary('p')} end as person,
      exists (select from suspensions s where s.school_id = p.school_id and s.user_id = p.id) as is_suspended,
      (select count(*)::int - 1 from reports o where case when r.user_id is null
        then o.target_kind = r.target_kind and o.target_id = r.target_id else o.user_id = r.user_id end) as earlier,
      coalesce((
        select jsonb_agg(jsonb_build_object('text', n.text, 'from', n.from_state, 'to', n.to_state, 'at', n.created_at,
          'author', case when w.id is not null then ${personSummary('w')} end) order by n.number)
        from report_notes n left join users w on w.school_id = n.school_id and w.id = n.author_id where n.report_id = r.id), '[]') as notes
    from reports r left join users a on a.school_id = r.school_id and a.id = r.reporter_id
    left join users p on p.school_id = r.school_id and p.id = r.user_id
    where ${condition} order by r.changed_at ${order} limit ${queueShown}`,
  );
};

/** True if the report still exists. */
export const isReportThere = (report: number) =>
  sql`exists (select from reports r where r.id = ${report})`;

/** Counts the reports in each state. */
export const countReports = (db: Db): Promise<{ state: ReportState; n: number }[]> =>
  many(
    db,
    sql<{ state: ReportState; n: number }>`
      select state, count(*)::int as n from reports group by state`,
  );

/** Changes the state of a report if it is still as the moderator saw it. Returns false if it isn't. */
export const updateReportState = (
  db: Db,
  id: number,
  from: ReportState,
  to: ReportState,
  now: Date,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update reports set state = ${to}, changed_at = ${now} where id = ${id} and state = ${from}`,
  );

/** Adds a note. The change of the report has locked its row, so numbers are unique. */
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

/** Returns this feature's part of a person's data export. */
export const personalData: PersonalData = (me, name) => ({
  reportsMade: sql`(select jsonb_agg(jsonb_build_object('kind', r.target_kind,
        'about', case when o.id is null then r.title else ${name} end, 'reason', r.reason, 'note', r.note, 'state', r.state, 'at', r.created_at))
        from reports r left join users o on o.school_id = r.school_id and o.id = r.user_id where r.reporter_id = ${me})`,
});

/** Files of reports. A file's address contains the id of its report. */
export const reportUploads: UploadReference = {
  kind: 'report',
  isUsed: sql`exists (select from report_files n where n.upload_id = f.id)`,
  isReferencedBy: (report) =>
    sql`exists (select from report_files n where n.upload_id = f.id and n.report_id = ${report})`,
  storageType: 'reports',
  uses: null,
};
