import { feature } from '../../kernel/feature.ts';
import { scimReactions } from './scim.jobs.ts';
import { scimRoutes } from './scim.routes.ts';

export const scimFeature = feature({
  name: 'scim',
  handlers: scimRoutes,
  jobs: scimReactions,
});
