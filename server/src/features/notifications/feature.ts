import { feature } from '../../kernel/feature.ts';
import { notificationsReactions, notificationsSources } from './notifications.jobs.ts';
import { notificationsRoutes } from './notifications.routes.ts';
import { forgetOldNotifications, takeUpNotifications } from './upkeep/upkeep.queries.ts';

export const notificationsFeature = feature({
  name: 'notifications',
  handlers: notificationsRoutes,
  jobs: notificationsReactions,
  maintenance: [forgetOldNotifications, takeUpNotifications],
  liveSources: notificationsSources,
});
