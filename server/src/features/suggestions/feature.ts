import { feature } from '../../kernel/feature.ts';
import { suggestionsReactions } from './suggestions.jobs.ts';
import { suggestionsHandlers } from './suggestions.handlers.ts';

export const suggestionsFeature = feature({
  name: 'suggestions',
  handlers: suggestionsHandlers,
  jobs: suggestionsReactions,
});
