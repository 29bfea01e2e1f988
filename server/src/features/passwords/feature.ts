import { feature } from '../../kernel/feature.ts';
import { passwordsReactions } from './passwords.jobs.ts';
import { deleteExpiredResets } from './passwords.queries.ts';
import { passwordsRoutes } from './passwords.routes.ts';

export const passwordsFeature = feature({
  name: 'passwords',
  handlers: passwordsRoutes,
  jobs: passwordsReactions,
  maintenance: [deleteExpiredResets],
});
