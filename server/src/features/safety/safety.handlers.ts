import * as safety from '#contract/safety.ts';
import { transact } from '../../kernel/context.ts';
import { handle, handleWithoutTransaction, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { broadcast } from '../../kernel/live/live.ts';
import { record } from '../../kernel/security/audit.ts';
import { countUse } from '../../kernel/security/rate-limits.ts';
import { done, found, idOf } from '../../kernel/sql.ts';
import { holdPair } from '../connections/connections.queries.ts';
import { selectPerson, type PersonRow } from '../people/people.queries.ts';
import { closenessOf, isThere } from '../people/people.rules.ts';
import * as queries from './safety.queries.ts';
import { canReport } from './safety.rules.ts';
import { blockTold, blockedView, reportView } from './safety.views.ts';

const reportLimit = { max: 20, seconds: 86_400 };

/** Somebody the caller can see, or a refusal that tells nothing. */
const seenPerson = async ({ db, me, school }: Call, uid: string): Promise<PersonRow> => {
  const id = idOf(uid);
  const row = id === me.userId ? undefined : await selectPerson(db, me.userId, id);
  if (row === undefined || !isThere(row, closenessOf(me, row, school.connect)))
    throw problem('person_not_found');
  return row;
};

const tellBlock = async (
  call: Call,
  kind: 'person_blocked' | 'person_unblocked',
  person: number,
): Promise<void> => {
  const pair = { by: call.me.userId, person };
  broadcast(call, blockTold(pair));
  await emit(call, kind, pair);
};

export const safetyHandlers = [
  handle(safety.listBlocks, async ({ db, me }) => ({
    items: (await queries.selectBlocks(db, me.userId)).map(blockedView),
  })),

  // Admins cannot be blocked: they answer for the campus; they can be reported.
  handle(safety.blockPerson, async (call, { uid }) => {
    const { db, me, schoolId, now } = call;
    const blocked = await queries.selectBlocks(db, me.userId);
    if (blocked.some(({ id }) => String(id) === uid)) return done;
    const row = await seenPerson(call, uid);
    if (row.is_admin || me.isAdmin) throw problem('cannot_block');
    // An acceptance under way comes before this and its connection ends with it, or after this and is refused.
    await holdPair(db, schoolId, me.userId, row.id);
    if (await queries.insertBlock(db, schoolId, me.userId, row.id, now))
      await tellBlock(call, 'person_blocked', row.id);
    return done;
  }),

  handle(safety.unblockPerson, async (call, { uid }) => {
    if (await queries.deleteBlock(call.db, call.me.userId, idOf(uid)))
      await tellBlock(call, 'person_unblocked', idOf(uid));
    return done;
  }),

  // Who may: whoever sees the person, blocks aside.
  handleWithoutTransaction(safety.reportPerson, async (call, { uid, reason, note }) => {
    const { me, school, schoolId, now } = call;
    await countUse(call, `report:${me.userId}`, reportLimit);
    return transact(call, async (context) => {
      const row = await queries.selectReportable(context.db, me.userId, idOf(uid));
      if (row === undefined || !canReport(me, row, school.connect))
        throw problem('person_not_found');
      const report = { school: schoolId, reporter: me.userId, person: row.id, reason, note, now };
      await queries.insertReport(context.db, report);
      await emit(context, 'person_reported', { by: me.userId, person: row.id });
      return done;
    });
  }),

  handle(safety.listReports, async (call, { state }) => {
    const numbers = await queries.countReports(call.db);
    const rows = await queries.selectReports(call.db, { state });
    return {
      items: rows.map((row) => reportView(call, row)),
      counts: Object.fromEntries(
        safety.reportStates.map((one) => [one, numbers.find((row) => row.state === one)?.n ?? 0]),
      ),
    };
  }),

  handle(safety.changeReport, async (call, { id: text, from, to, note }) => {
    const { db, me, schoolId, now } = call;
    const id = idOf(text);
    const [row] = await queries.selectReports(db, { id });
    const before = found(row);
    if (!(await queries.updateReportState(db, id, from, to, now))) throw problem('report_changed');
    const told = { school: schoolId, report: id, author: me.userId, text: note, from, to, now };
    await queries.insertReportNote(db, told);
    await record(call, 'report_changed', { person: before.person.id, report: text, from, to });
    const [after = before] = await queries.selectReports(db, { id });
    return reportView(call, after);
  }),
];
