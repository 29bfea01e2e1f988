import { feature } from '../../kernel/feature.ts';
import { suggestionsReactions } from './suggestions.jobs.ts';
import { suggestionsHandlers } from './suggestions.handlers.ts';
import { personalData } from './suggestions.queries.ts';

export const suggestionsFeature = feature({
  name: 'suggestions',
  personalData,
  handlers: suggestionsHandlers,
  jobs: suggestionsReactions,
});
