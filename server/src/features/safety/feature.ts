import { feature } from '../../kernel/feature.ts';
import { safetyReactions, safetySources } from './safety.jobs.ts';
import { safetyHandlers } from './safety.handlers.ts';

export const safetyFeature = feature({
  name: 'safety',
  handlers: safetyHandlers,
  jobs: safetyReactions,
  liveSources: safetySources,
});
