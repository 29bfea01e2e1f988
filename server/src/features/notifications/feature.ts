import { feature } from '../../kernel/feature.ts';
import { notificationsReactions, notificationsSources } from './notifications.jobs.ts';
import { notificationsHandlers } from './notifications.handlers.ts';
import { forgetOldNotifications, takeUpNotifications } from './upkeep/upkeep.queries.ts';

export const notificationsFeature = feature({
  name: 'notifications',
  handlers: notificationsHandlers,
  jobs: notificationsReactions,
  maintenance: [forgetOldNotifications, takeUpNotifications],
  liveSources: notificationsSources,
});
