import * as searches from '#contract/saved-searches/endpoints.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { ok, orNotFound, idOf } from '../../kernel/sql.ts';
import * as queries from './saved-searches.queries.ts';
import { searchToSave } from './saved-searches.rules.ts';
import { savedSearchView } from './saved-searches.views.ts';

const listOf = async ({ db, me, school }: Call) => ({
  items: (await queries.selectSavedSearches(db, me.userId)).map((row) =>
    savedSearchView(row, school.connect),
  ),
});

export const savedSearchesHandlers = [
  handle(searches.listSavedSearches, (call) => listOf(call)),

  handle(searches.saveSearch, async (call, { name, before, ...input }) => {
    const { db, me, school, now } = call;
    const params = searchToSave(input.params, school.connect);
    await queries.lockSavedSearches(db, me.userId);
    const { position, count } = await queries.freePosition(db, me.userId, idOf(before ?? ''));
    const max = searches.savedSearchLimits.each;
    if (count >= max) throw problem('too_many_saved_searches', { max });
    const row = { school: call.schoolId, me: me.userId, name, params, position, now };
    return savedSearchView(await queries.insertSavedSearch(db, row), school.connect);
  }),

  handle(searches.updateSavedSearch, async ({ db, me, school, now }, { id, name, params }) => {
    const stored = params === undefined ? undefined : searchToSave(params, school.connect);
    const change = { name, params: stored };
    const row = await queries.updateSavedSearch(db, me.userId, idOf(id), change, now);
    return savedSearchView(orNotFound(row), school.connect);
  }),

  handle(searches.orderSavedSearches, async (call, { ids }) => {
    await queries.lockSavedSearches(call.db, call.me.userId);
    await queries.updatePositions(call.db, call.me.userId, ids.map(idOf));
    return listOf(call);
  }),

  handle(searches.deleteSavedSearch, async ({ db, me }, { id }) => {
    await queries.deleteSavedSearchOf(db, me.userId, idOf(id));
    return ok;
  }),
];
