import { feature } from '../../kernel/feature.ts';
import { apiKeysReactions } from './api-keys.jobs.ts';
import { endExpiredKeys } from './api-keys.queries.ts';
import { apiKeysHandlers } from './api-keys.handlers.ts';

export const apiKeysFeature = feature({
  name: 'api-keys',
  handlers: apiKeysHandlers,
  jobs: apiKeysReactions,
  maintenance: [endExpiredKeys],
});
