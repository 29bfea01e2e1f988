import { feature } from '../../kernel/feature.ts';
import { setupHandlers } from './setup/setup.handlers.ts';
import { askForAgedMetadata, ssoReactions } from './sso.jobs.ts';
import { deleteExpiredRequests } from './sso.queries.ts';
import { ssoHandlers } from './sso.handlers.ts';

export const ssoFeature = feature({
  name: 'sso',
  handlers: [...ssoHandlers, ...setupHandlers],
  jobs: ssoReactions,
  maintenance: [deleteExpiredRequests, askForAgedMetadata],
});
