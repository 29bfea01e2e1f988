import { feature } from '../../kernel/feature.ts';
import { sessionsReactions, sessionsSources } from './sessions.jobs.ts';
import { deleteExpiredSessions } from './sessions.queries.ts';
import { sessionsRoutes } from './sessions.routes.ts';

export const sessionsFeature = feature({
  name: 'sessions',
  handlers: sessionsRoutes,
  jobs: sessionsReactions,
  maintenance: [deleteExpiredSessions],
  liveSources: sessionsSources,
});
