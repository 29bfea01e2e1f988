import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import {
  reportStates,
  type blockPerson,
  type changeReport,
  type listBlocks,
  type listReports,
  type reportPerson,
  type unblockPerson,
} from '#contract/safety.ts';
import { record } from '../../kernel/security/audit.ts';
import { memberOf, transact, type Context, type Scope } from '../../kernel/context.ts';
import { personId } from '../../kernel/ids.ts';
import { countUse } from '../../kernel/security/rate-limits.ts';
import { tell } from '../../kernel/live/live.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { refused } from '../../kernel/http/problem.ts';
import { holdPair } from '../connections/connections.queries.ts';
import { selectPerson, type PersonRow } from '../people/people.queries.ts';
import { closenessOf, isThere } from '../people/people.rules.ts';
import {
  countReports,
  deleteBlock,
  insertBlock,
  insertReport,
  insertReportNote,
  selectBlocks,
  selectReportable,
  selectReports,
  updateReportState,
} from './safety.queries.ts';
import { canReport } from './safety.rules.ts';
import { blockTold, blockedView, reportView } from './safety.views.ts';

const done = { ok: true as const };
const reportLimit = { max: 20, seconds: 86_400 };

/** Somebody the caller can see, or a refusal that tells nothing. */
const seenPerson = async (context: Context, uid: string): Promise<PersonRow> => {
  const me = memberOf(context);
  const id = personId(uid);
  const row =
    id === null || id === me.userId ? undefined : await selectPerson(context.db, me.userId, id);
  if (row === undefined || !isThere(row, closenessOf(me, row, context.school.connect)))
    throw refused('person_not_found');
  return row;
};

/** People the caller has blocked. */
export const listOwnBlocks = async (context: Context): Promise<Reply<typeof listBlocks>> => {
  const rows = await selectBlocks(context.db, memberOf(context).userId);
  return { items: rows.map(blockedView) };
};

/** Blocks a person. Those who run the campus cannot be blocked: they answer for it; they can be reported. */
export const block = async (
  context: Context,
  { uid }: HandlerInput<typeof blockPerson>,
): Promise<Reply<typeof blockPerson>> => {
  const me = memberOf(context);
  const blocked = (await selectBlocks(context.db, me.userId)).some(({ id }) => String(id) === uid);
  if (blocked) return done;
  const row = await seenPerson(context, uid);
  if (row.is_admin || me.isAdmin) throw refused('cannot_block');
  // An acceptance under way comes before this and its connection ends with it, or after this and is refused.
  await holdPair(context.db, context.school.school_id, me.userId, row.id);
  if (
    await insertBlock(context.db, context.school.school_id, me.userId, row.id, context.clock.now())
  ) {
    const pair = { by: me.userId, person: row.id };
    tell(context, blockTold(pair));
    await emit(context, 'person_blocked', pair);
  }
  return done;
};

/** Takes a block back. */
export const unblock = async (
  context: Context,
  { uid }: HandlerInput<typeof unblockPerson>,
): Promise<Reply<typeof unblockPerson>> => {
  const me = memberOf(context);
  const id = personId(uid);
  if (id !== null && (await deleteBlock(context.db, me.userId, id))) {
    const pair = { by: me.userId, person: id };
    tell(context, blockTold(pair));
    await emit(context, 'person_unblocked', pair);
  }
  return done;
};

/** Tells the moderators about a person. Who may: whoever sees them, blocks aside. */
export const reportSomebody = async (
  scope: Scope,
  input: HandlerInput<typeof reportPerson>,
): Promise<Reply<typeof reportPerson>> => {
  const me = memberOf(scope);
  await countUse(scope, `report:${me.userId}`, reportLimit);
  return transact(scope, async (context) => {
    const id = personId(input.uid);
    const row = id === null ? undefined : await selectReportable(context.db, me.userId, id);
    if (row === undefined || !canReport(me, row, context.school.connect))
      throw refused('person_not_found');
    await insertReport(context.db, {
      school: context.school.school_id,
      reporter: me.userId,
      person: row.id,
      reason: input.reason,
      note: input.note,
      now: context.clock.now(),
    });
    await emit(context, 'person_reported', { by: me.userId, person: row.id });
    return done;
  });
};

/** The moderators' queue. */
export const readReports = async (
  context: Context,
  { state }: HandlerInput<typeof listReports>,
): Promise<Reply<typeof listReports>> => {
  const found = await countReports(context.db);
  const counts = Object.fromEntries(
    reportStates.map((one) => [one, found.find((row) => row.state === one)?.n ?? 0]),
  );
  return {
    items: (await selectReports(context.db, { state })).map((row) => reportView(context, row)),
    counts,
  };
};

/** Moves a report to another state, or notes something. */
export const moveReport = async (
  context: Context,
  input: HandlerInput<typeof changeReport>,
): Promise<Reply<typeof changeReport>> => {
  const me = memberOf(context);
  const { school, clock, db } = context;
  const id = personId(input.id);
  const [before] = id === null ? [] : await selectReports(db, { id });
  if (id === null || before === undefined) throw refused('not_found');
  if (!(await updateReportState(db, id, input.from, input.to, clock.now())))
    throw refused('report_changed');
  await insertReportNote(db, {
    school: school.school_id,
    report: id,
    author: me.userId,
    text: input.note,
    from: input.from,
    to: input.to,
    now: clock.now(),
  });
  await record(context, 'report_changed', {
    person: before.person.id,
    report: String(id),
    from: input.from,
    to: input.to,
  });
  const [after = before] = await selectReports(db, { id });
  return reportView(context, after);
};
