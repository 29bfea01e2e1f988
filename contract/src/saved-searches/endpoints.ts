import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

/** Maximum searches per person, characters in a name and in one parameter, and parameters. */
export const savedSearchLimits = { each: 50, name: 60, param: 2_000, params: 40 } as const;

const name = text().min(1).max(savedSearchLimits.name);
const params = z
  .record(z.string().max(80), z.string().max(savedSearchLimits.param))
  .refine(
    (given) => Object.keys(given).length <= savedSearchLimits.params,
    `Send at most ${savedSearchLimits.params} parameters.`,
  )
  .describe(
    'Parameters as in the directory’s address: filters by their wire names, order, layout. Unknown parameters are dropped.',
  );
const id = z.strictObject({ id: z.string().max(40) });

/** A saved directory search. Only its owner can see it. */
export const savedSearch = z.object({
  id: z.string(),
  name: z.string(),
  params: z
    .record(z.string(), z.string())
    .describe('Parameters that the directory still supports.'),
});
schemaNames.add(savedSearch, { id: 'SavedSearch' });
export type SavedSearch = z.output<typeof savedSearch>;

export const listSavedSearches = endpoint({
  name: 'saved-searches.list',
  summary: 'List your saved searches',
  description: 'Returns searches in the caller’s order. Limit: 50.',
  method: 'GET',
  path: '/api/v1/saved-searches',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  reply: z.object({ items: z.array(savedSearch) }),
});

export const saveSearch = endpoint({
  name: 'saved-searches.save',
  summary: 'Save a search',
  description:
    'Saves a directory search at the end of the list, or before another one. Limit: 50. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/saved-searches',
  access: 'member',
  credential: 'bearer',
  scope: 'write',
  keepsReply: 'always',
  body: z.strictObject({
    clientId: clientId.optional(),
    name,
    params,
    before: z.string().max(40).optional().describe('ID of the saved search that follows it.'),
  }),
  reply: savedSearch,
  errors: ['unknown_ordering', 'too_many_saved_searches'],
});

export const updateSavedSearch = endpoint({
  name: 'saved-searches.change',
  summary: 'Update a saved search',
  description: 'Changes its name or parameters. Send only the fields to change.',
  method: 'PATCH',
  path: '/api/v1/saved-searches/{id}',
  access: 'member',
  credential: 'bearer',
  scope: 'write',
  params: id,
  body: z.strictObject({ name, params }).partial(),
  reply: savedSearch,
  errors: ['not_found', 'unknown_ordering'],
});

export const orderSavedSearches = endpoint({
  name: 'saved-searches.order',
  summary: 'Reorder your saved searches',
  description:
    'IDs that aren’t the caller’s are ignored. Searches you leave out keep their order after the ones listed.',
  method: 'PUT',
  path: '/api/v1/saved-searches/order',
  access: 'member',
  credential: 'bearer',
  scope: 'write',
  body: z.strictObject({ ids: z.array(z.string().max(40)).max(savedSearchLimits.each) }),
  reply: z.object({ items: z.array(savedSearch) }),
});

export const deleteSavedSearch = endpoint({
  name: 'saved-searches.delete',
  summary: 'Delete a saved search',
  description: 'Idempotent.',
  method: 'DELETE',
  path: '/api/v1/saved-searches/{id}',
  access: 'member',
  credential: 'bearer',
  scope: 'write',
  params: id,
  reply: z.object({ ok: z.literal(true) }),
});
