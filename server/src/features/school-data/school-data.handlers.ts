import type { Endpoint, HandlerInput, Reply } from '#contract/endpoint.ts';
import * as data from '#contract/school-data/endpoints.ts';
import { dataDays, dataDaysDefault } from '#contract/school-data/limits.ts';
import { transact, type Context } from '../../kernel/context.ts';
import { handleWithoutTransaction } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import type { Route } from '../../kernel/http/route.ts';
import { pageOfRows, readCursor } from '../../kernel/page.ts';
import { countUse } from '../../kernel/security/rate-limits.ts';
import { idOf, orNotFound } from '../../kernel/sql.ts';
import * as queries from './school-data.queries.ts';
import * as views from './school-data.views.ts';

/** A full read of 100,000 people takes 500 calls. */
const readLimit = { max: 600, seconds: 60 };
const dayMs = 86_400_000;

/** Returns a handler that reads for a key of the school, in one transaction. */
const handleRead = <E extends Endpoint>(
  endpoint: E,
  run: (context: Context, input: HandlerInput<E>) => Promise<Reply<E>>,
): Route =>
  handleWithoutTransaction(endpoint, async (call, input) => {
    if (call.actor.kind !== 'key') throw problem('forbidden');
    await countUse(call, `school-data:${call.actor.keyId}`, readLimit);
    return transact(call, (context) => run(context, input), { readOnly: true });
  });

const afterId = (cursor: string | undefined): number =>
  readCursor<readonly [number]>(cursor, ['number'])?.[0] ?? 0;
const keyOf = ({ id }: { readonly id: number }) => [id] as const;

export const schoolDataHandlers = [
  handleRead(data.listDataPeople, async ({ db }, { cursor, size }) => {
    const rows = await queries.selectPeople(db, { after: afterId(cursor), size: size + 1 });
    return pageOfRows(rows, size, { view: views.dataPersonView, keyOf });
  }),

  handleRead(data.listDataClubs, async ({ db, origin }, { cursor, size }) => {
    const rows = await queries.selectClubs(db, { after: afterId(cursor), size: size + 1 });
    return pageOfRows(rows, size, { view: (row) => views.dataClubView(row, origin), keyOf });
  }),

  handleRead(data.listDataMembers, async ({ db }, { id, cursor, size }) => {
    const club = orNotFound(await queries.selectClubId(db, idOf(id)));
    const rows = await queries.selectMembers(db, club, { after: afterId(cursor), size: size + 1 });
    return pageOfRows(rows, size, { view: views.dataMemberView, keyOf });
  }),

  handleRead(data.listDataEvents, async ({ db, origin, clock }, { cursor, size, from, to }) => {
    const first = from === undefined ? clock.now() : new Date(from);
    const last =
      to === undefined ? new Date(first.getTime() + dataDaysDefault * dayMs) : new Date(to);
    const days = (last.getTime() - first.getTime()) / dayMs;
    if (days <= 0 || days > dataDays) throw problem('data_span');
    const after = readCursor<queries.EventCursor>(cursor, ['time', 'number', 'text']);
    const rows = await queries.selectEvents(db, { first, last, after, size: size + 1 });
    return pageOfRows(rows, size, {
      view: (row) => views.dataEventView(row, origin),
      keyOf: (row) => [row.starts_at, row.id, row.original],
    });
  }),

  handleRead(data.listDataAttendees, async ({ db }, { id, cursor, size }) => {
    const event = orNotFound(await queries.selectEventId(db, idOf(id)));
    const after = readCursor<queries.AttendeeCursor>(cursor, ['text', 'number']);
    const rows = await queries.selectAttendees(db, event, { after, size: size + 1 });
    return pageOfRows(rows, size, {
      view: views.dataAttendeeView,
      keyOf: (row) => [row.original, row.user_id],
    });
  }),

  handleRead(data.listDataSections, async ({ db }, { cursor, size, term }) => {
    const page = { after: afterId(cursor), size: size + 1 };
    const rows = await queries.selectSections(db, term ?? null, page);
    return pageOfRows(rows, size, { view: views.dataSectionView, keyOf });
  }),

  handleRead(data.listDataAccounts, async ({ db }, { cursor, size }) => {
    const rows = await queries.selectAccounts(db, { after: afterId(cursor), size: size + 1 });
    return pageOfRows(rows, size, { view: views.dataAccountView, keyOf });
  }),

  handleRead(data.listDataEntries, async ({ db }, { cursor, size }) => {
    const rows = await queries.selectEntries(db, { after: afterId(cursor), size: size + 1 });
    return pageOfRows(rows, size, { view: views.dataEntryView, keyOf });
  }),
];
