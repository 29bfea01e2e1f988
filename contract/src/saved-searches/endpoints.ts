import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';

/** Most searches one person keeps, and characters of a name and of one parameter. */
export const savedSearchLimits = { each: 50, name: 60, param: 2_000, params: 40 } as const;

const name = text().min(1).max(savedSearchLimits.name);
const params = z
  .record(z.string().max(80), z.string().max(savedSearchLimits.param))
  .refine(
    (given) => Object.keys(given).length <= savedSearchLimits.params,
    `at most ${savedSearchLimits.params} parameters`,
  )
  .describe(
    'As in the directory’s address: filters under their wire names, order, layout. What the directory does not know is left out.',
  );
const id = z.strictObject({ id: z.string().max(40) });

/** A search of the directory that its owner keeps; nobody else sees it. */
export const savedSearch = z.object({
  id: z.string(),
  name: z.string(),
  params: z.record(z.string(), z.string()).describe('What of it the directory still knows'),
});
export type SavedSearch = z.output<typeof savedSearch>;

export const listSavedSearches = endpoint({
  name: 'saved-searches.list',
  summary: 'The caller’s saved searches in their order, at most 50.',
  method: 'GET',
  path: '/api/v1/saved-searches',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  reply: z.object({ items: z.array(savedSearch) }),
});

export const saveSearch = endpoint({
  name: 'saved-searches.save',
  summary:
    'Keep a search of the directory under a name: last, or before another one. At most 50. A repeated `clientId` answers the first one again.',
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
    before: z.string().max(40).optional().describe('Id of the one it stands before'),
  }),
  reply: savedSearch,
  errors: ['unknown_ordering', 'too_many_saved_searches'],
});

export const updateSavedSearch = endpoint({
  name: 'saved-searches.change',
  summary: 'Rename a saved search, or replace what it asks for; only what is sent changes.',
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
  summary:
    'Put saved searches in this order. Ids that are not the caller’s mean nothing; those not named keep their order behind.',
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
  summary: 'Remove a saved search. Doing it twice changes nothing.',
  method: 'DELETE',
  path: '/api/v1/saved-searches/{id}',
  access: 'member',
  credential: 'bearer',
  scope: 'write',
  params: id,
  reply: z.object({ ok: z.literal(true) }),
});
