import { feature } from '../../kernel/feature.ts';
import { setupRoutes } from './setup/setup.routes.ts';
import { askForAgedMetadata, ssoReactions } from './sso.jobs.ts';
import { deleteExpiredRequests } from './sso.queries.ts';
import { ssoRoutes } from './sso.routes.ts';

export const ssoFeature = feature({
  name: 'sso',
  handlers: [...ssoRoutes, ...setupRoutes],
  jobs: ssoReactions,
  maintenance: [deleteExpiredRequests, askForAgedMetadata],
});
