/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as savedSearches from './endpoints.ts';

export const deleteSavedSearch = 'DELETE /api/v1/saved-searches/{id}' as Call<typeof savedSearches.deleteSavedSearch>;
export const listSavedSearches = 'GET /api/v1/saved-searches' as Call<typeof savedSearches.listSavedSearches>;
export const orderSavedSearches = 'PUT /api/v1/saved-searches/order' as Call<typeof savedSearches.orderSavedSearches>;
export const saveSearch = 'POST /api/v1/saved-searches' as Call<typeof savedSearches.saveSearch>;
export const updateSavedSearch = 'PATCH /api/v1/saved-searches/{id}' as Call<typeof savedSearches.updateSavedSearch>;
