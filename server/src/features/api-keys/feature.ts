import { feature } from '../../kernel/feature.ts';
import { apiKeysReactions } from './api-keys.jobs.ts';
import { endExpiredKeys } from './api-keys.queries.ts';
import { apiKeysRoutes } from './api-keys.routes.ts';

export const apiKeysFeature = feature({
  name: 'api-keys',
  handlers: apiKeysRoutes,
  jobs: apiKeysReactions,
  maintenance: [endExpiredKeys],
});
