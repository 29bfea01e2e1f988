import { Bell } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'admin',
    order: 60,
    to: paths.adminNotifications,
    label: 'defaults.title',
    icon: Bell,
    permissions: ['notifications.manage'],
  },
  { in: 'settings', order: 40, to: paths.settingsNotifications, label: 'prefs.title', icon: Bell },
];
