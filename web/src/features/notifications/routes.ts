import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, inShell, section, settings } from '../../routing.ts';

export const routes = [
  inShell(
    paths.notifications,
    page(() => import('./notifications-page.tsx'), 'NotificationsPage'),
    'only',
    'item',
  ),
  section(
    admin,
    paths.adminNotifications,
    page(() => import('./defaults-section.tsx'), 'DefaultsSection'),
  ),
  section(
    settings,
    paths.settingsNotifications,
    page(() => import('./notification-settings.tsx'), 'NotificationSettings'),
  ),
] as const;
