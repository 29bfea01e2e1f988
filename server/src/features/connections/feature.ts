import { feature } from '../../kernel/feature.ts';
import { connectionNotifications } from './notifications/connection-notifications.ts';
import { connectionsJobs, connectionsSources } from './connections.jobs.ts';
import { connectionsHandlers } from './connections.handlers.ts';
import { personalData, deletePairsOf } from './connections.queries.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    connection_requested: { from: number; to: number };
    connection_accepted: { by: number; of: number };
    connection_ended: { by: number; other: number };
  }
}

export const connectionsFeature = feature({
  name: 'connections',
  erase: deletePairsOf,
  personalData,
  handlers: connectionsHandlers,
  jobs: [...connectionsJobs, ...connectionNotifications],
  liveSources: connectionsSources,
});
