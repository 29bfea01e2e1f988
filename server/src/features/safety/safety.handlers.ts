import * as safety from '#contract/safety/endpoints.ts';
import type { ReportTarget } from '../../kernel/feature.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { broadcast } from '../../kernel/live/live.ts';
import { ok, idOf } from '../../kernel/sql.ts';
import { lockPair } from '../connections/connections.queries.ts';
import { selectPerson, type PersonRow } from '../people/people.queries.ts';
import { relationshipOf, isVisiblePerson } from '../people/people.rules.ts';
import * as queries from './safety.queries.ts';
import { canReport } from './safety.rules.ts';
import { blockBroadcast, blockedView } from './safety.views.ts';

/** Returns a person that the caller can see. Throws the same error for hidden and unknown people. */
const seenPerson = async ({ db, me, school }: Call, uid: string): Promise<PersonRow> => {
  const id = idOf(uid);
  const row = id === me.userId ? undefined : await selectPerson(db, me.userId, id);
  if (row === undefined || !isVisiblePerson(row, relationshipOf(me, row, school.connect)))
    throw problem('person_not_found');
  return row;
};

const broadcastBlock = async (
  call: Call,
  kind: 'person_blocked' | 'person_unblocked',
  person: number,
): Promise<void> => {
  const pair = { by: call.me.userId, person };
  broadcast(call, blockBroadcast(pair));
  await emit(call, kind, pair);
};

export const safetyHandlers = [
  handle(safety.listBlocks, async ({ db, me }) => ({
    items: (await queries.selectBlocks(db, me.userId)).map(blockedView),
  })),

  // People can't block admins, because admins are responsible for the school. They can report them.
  handle(safety.blockPerson, async (call, { uid }) => {
    const { db, me, schoolId, now } = call;
    const blocked = await queries.selectBlocks(db, me.userId);
    if (blocked.some(({ id }) => String(id) === uid)) return ok;
    const row = await seenPerson(call, uid);
    if (row.is_admin || me.isAdmin) throw problem('cannot_block');
    // A simultaneous acceptance either commits before this, and its connection ends, or after this, and is refused.
    await lockPair(db, schoolId, me.userId, row.id);
    if (await queries.insertBlock(db, schoolId, me.userId, row.id, now))
      await broadcastBlock(call, 'person_blocked', row.id);
    return ok;
  }),

  handle(safety.unblockPerson, async (call, { uid }) => {
    if (await queries.deleteBlock(call.db, call.me.userId, idOf(uid)))
      await broadcastBlock(call, 'person_unblocked', idOf(uid));
    return ok;
  }),
];

/** People can report everyone they can see, regardless of blocks. */
export const personReports: ReportTarget = {
  kind: 'person',
  find: async ({ db, me, school }, id) => {
    const row = await queries.selectReportable(db, me.userId, idOf(id));
    if (row === undefined || !canReport(me, row, school.connect)) throw problem('person_not_found');
    return { person: row.id };
  },
};
