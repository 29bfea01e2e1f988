/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as suggestions from './endpoints.ts';

export const dismissSuggestion = 'PUT /api/v1/suggestions/{uid}/dismissal' as Call<typeof suggestions.dismissSuggestion>;
export const listSuggestions = 'GET /api/v1/suggestions' as Call<typeof suggestions.listSuggestions>;
export const restoreSuggestion = 'DELETE /api/v1/suggestions/{uid}/dismissal' as Call<typeof suggestions.restoreSuggestion>;
