import { reportStates } from '#contract/reports/kinds.ts';
import * as reports from '#contract/reports/endpoints.ts';
import type { Report } from '#contract/reports/endpoints.ts';
import { transact } from '../../kernel/context.ts';
import type { ReportTarget } from '../../kernel/feature.ts';
import { handle, handleWithoutTransaction, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { record } from '../../kernel/security/audit.ts';
import { countUse } from '../../kernel/security/rate-limits.ts';
import { ok, orNotFound, idOf } from '../../kernel/sql.ts';
import * as queries from './reports.queries.ts';
import { reportView } from './reports.views.ts';

const reportLimit = { max: 20, seconds: 86_400 };

/** Returns reports as moderators see them, with the current state of what they are about, in one query per type. */
const viewsOf = async (
  call: Call,
  targets: readonly ReportTarget[],
  rows: readonly queries.ReportRow[],
): Promise<Report[]> => {
  const described = await Promise.all(
    targets.map(async ({ kind, describe }) => {
      const ids = rows.flatMap((row) => (row.kind === kind ? [row.target] : []));
      return [kind, ids.length === 0 ? undefined : await describe?.(call, ids)] as const;
    }),
  );
  const subjects = new Map(described);
  return rows.map((row) => reportView(call, row, subjects.get(row.kind)?.get(row.target)));
};

/** Hides the content of a report, or shows it again. */
const setHidden = async (
  call: Call,
  targets: readonly ReportTarget[],
  id: string,
  isHidden: boolean,
): Promise<Report> => {
  const [row] = await queries.selectReports(call.db, { id: idOf(id) });
  const { kind, target, title } = orNotFound(row);
  const { hide } = orNotFound(targets.find((one) => one.kind === kind));
  if (hide === undefined) throw problem('not_found');
  const changed = await hide(call, target, isHidden ? call.now : null);
  if (changed !== undefined) {
    if (isHidden && changed.person !== null)
      await emit(call, 'content_hidden', { report: idOf(id), person: changed.person, title });
    await record(call, 'reported_content_changed', {
      report: id,
      title,
      act: isHidden ? 'hidden' : 'shown',
    });
  }
  const [view] = await viewsOf(call, targets, [orNotFound(row)]);
  return orNotFound(view);
};

/** `targets` comes from all features. Each decides who can report the item with an id: everyone who can see it. */
export const reportsHandlers = (targets: readonly ReportTarget[]) => [
  handleWithoutTransaction(reports.createReport, async (call, input) => {
    const { me, schoolId, now } = call;
    const { target, reason, note, clientId } = input;
    await countUse(call, `report:${me.userId}`, reportLimit);
    return transact(call, async (context) => {
      const { find } = orNotFound(targets.find(({ kind }) => kind === target.kind));
      const {
        person,
        title = '',
        evidence = null,
        uploads = [],
      } = await find({ ...call, ...context }, target.id);
      await queries.insertReport(context.db, {
        school: schoolId,
        clientId,
        reporter: me.userId,
        kind: target.kind,
        target: target.id,
        title,
        person,
        reason,
        note,
        evidence,
        uploads,
        now,
      });
      return ok;
    });
  }),

  handle(reports.listReports, async (call, { state }) => {
    const numbers = await queries.countReports(call.db);
    const rows = await queries.selectReports(call.db, { state });
    return {
      items: await viewsOf(call, targets, rows),
      counts: Object.fromEntries(
        reportStates.map((one) => [one, numbers.find((row) => row.state === one)?.n ?? 0]),
      ),
    };
  }),

  handle(reports.hideReported, (call, { id }) => setHidden(call, targets, id, true)),
  handle(reports.unhideReported, (call, { id }) => setHidden(call, targets, id, false)),

  handle(reports.warnReported, async (call, { id: text, text: reason }) => {
    const { db, me, schoolId, now } = call;
    const id = idOf(text);
    const [row] = await queries.selectReports(db, { id });
    const { person, state } = orNotFound(row);
    if (person === null) throw problem('not_found');
    // This locks the report, so that its notes have different numbers.
    if (!(await queries.updateReportState(db, id, state, state, now)))
      throw problem('report_changed');
    await queries.insertReportNote(db, {
      school: schoolId,
      report: id,
      author: me.userId,
      text: reason,
      from: state,
      to: state,
      now,
    });
    await emit(call, 'person_warned', { report: id, person: person.id, text: reason });
    await record(call, 'report_warned', { person: person.id, report: text, reason });
    return ok;
  }),

  handle(reports.updateReport, async (call, { id: text, from, to, note }) => {
    const { db, me, schoolId, now } = call;
    const id = idOf(text);
    const [row] = await queries.selectReports(db, { id });
    const before = orNotFound(row);
    if (!(await queries.updateReportState(db, id, from, to, now))) throw problem('report_changed');
    const details = { school: schoolId, report: id, author: me.userId, text: note, from, to, now };
    await queries.insertReportNote(db, details);
    await record(call, 'report_changed', {
      person: before.person?.id ?? null,
      report: text,
      from,
      to,
    });
    const [after = before] = await queries.selectReports(db, { id });
    const [view] = await viewsOf(call, targets, [after]);
    return orNotFound(view);
  }),
];
