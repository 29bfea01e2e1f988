import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import {
  savedSearchLimits,
  type changeSavedSearch,
  type deleteSavedSearch,
  type listSavedSearches,
  type orderSavedSearches,
  type saveSearch,
} from '#contract/saved-searches.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import { personId } from '../../kernel/ids.ts';
import { refused } from '../../kernel/http/problem.ts';
import {
  deleteSavedSearchOf,
  holdSavedSearches,
  insertSavedSearch,
  makePlace,
  selectSavedSearches,
  updatePlaces,
  updateSavedSearch,
} from './saved-searches.queries.ts';
import { searchToKeep } from './saved-searches.rules.ts';
import { savedSearchView } from './saved-searches.views.ts';

/** The caller's saved searches. */
export const listOwnSearches = async (
  context: Context,
): Promise<Reply<typeof listSavedSearches>> => {
  const rows = await selectSavedSearches(context.db, memberOf(context).userId);
  return { items: rows.map((row) => savedSearchView(row, context.school.connect)) };
};

/** Keeps a search for the caller. */
export const keepSearch = async (
  context: Context,
  input: HandlerInput<typeof saveSearch>,
): Promise<Reply<typeof saveSearch>> => {
  const me = memberOf(context).userId;
  const { db, school, clock } = context;
  const params = searchToKeep(input.params, school.connect);
  await holdSavedSearches(db, me);
  const { place, many } = await makePlace(db, me, personId(input.before ?? ''));
  if (many >= savedSearchLimits.each)
    throw refused('too_many_saved_searches', { max: savedSearchLimits.each });
  const row = await insertSavedSearch(db, {
    school: school.school_id,
    me,
    name: input.name,
    params,
    place,
    now: clock.now(),
  });
  if (row === undefined) throw refused('internal');
  return savedSearchView(row, school.connect);
};

/** Renames a search of the caller, or replaces what it asks for. */
export const changeOwnSearch = async (
  context: Context,
  input: HandlerInput<typeof changeSavedSearch>,
): Promise<Reply<typeof changeSavedSearch>> => {
  const me = memberOf(context).userId;
  const { db, school, clock } = context;
  const params =
    input.params === undefined ? undefined : searchToKeep(input.params, school.connect);
  const id = personId(input.id);
  const row =
    id === null
      ? undefined
      : await updateSavedSearch(db, me, id, { name: input.name, params }, clock.now());
  if (row === undefined) throw refused('not_found');
  return savedSearchView(row, school.connect);
};

/** Puts the caller's searches in an order. */
export const orderOwnSearches = async (
  context: Context,
  { ids }: HandlerInput<typeof orderSavedSearches>,
): Promise<Reply<typeof orderSavedSearches>> => {
  const me = memberOf(context).userId;
  await holdSavedSearches(context.db, me);
  await updatePlaces(
    context.db,
    me,
    ids.flatMap((id) => personId(id) ?? []),
  );
  return listOwnSearches(context);
};

/** Removes a search of the caller. */
export const removeOwnSearch = async (
  context: Context,
  input: HandlerInput<typeof deleteSavedSearch>,
): Promise<Reply<typeof deleteSavedSearch>> => {
  const me = memberOf(context).userId;
  const id = personId(input.id);
  if (id !== null) await deleteSavedSearchOf(context.db, me, id);
  return { ok: true };
};
