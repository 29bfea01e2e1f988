import { AlarmClock } from 'lucide-react';

/** The icon of each kind of notification that this feature sends. */
export const notificationIcons = {
  calendar_alert: AlarmClock,
} as const;
