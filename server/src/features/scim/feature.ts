import { feature } from '../../kernel/feature.ts';
import { scimReactions } from './scim.jobs.ts';
import { scimHandlers } from './scim.handlers.ts';

export const scimFeature = feature({
  name: 'scim',
  handlers: scimHandlers,
  jobs: scimReactions,
});
