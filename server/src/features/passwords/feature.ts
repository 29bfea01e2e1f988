import { feature } from '../../kernel/feature.ts';
import { passwordsReactions } from './passwords.jobs.ts';
import { deleteExpiredResets } from './passwords.queries.ts';
import { passwordsHandlers } from './passwords.handlers.ts';

export const passwordsFeature = feature({
  name: 'passwords',
  handlers: passwordsHandlers,
  jobs: passwordsReactions,
  maintenance: [deleteExpiredResets],
});
