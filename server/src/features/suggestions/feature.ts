import { feature } from '../../kernel/feature.ts';
import { suggestionsHandlers } from './suggestions.handlers.ts';
import { personalData, deleteDismissalsOf } from './suggestions.queries.ts';

export const suggestionsFeature = feature({
  name: 'suggestions',
  erase: deleteDismissalsOf,
  personalData,
  handlers: suggestionsHandlers,
});
