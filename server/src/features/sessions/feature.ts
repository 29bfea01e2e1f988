import { feature } from '../../kernel/feature.ts';
import { sessionsReactions, sessionsSources } from './sessions.jobs.ts';
import { deleteExpiredSessions } from './sessions.queries.ts';
import { sessionsHandlers } from './sessions.handlers.ts';

export const sessionsFeature = feature({
  name: 'sessions',
  handlers: sessionsHandlers,
  jobs: sessionsReactions,
  maintenance: [deleteExpiredSessions],
  liveSources: sessionsSources,
});
