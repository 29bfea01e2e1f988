import { AlarmClock } from 'lucide-react';

export const notificationIcons = {
  calendar_alert: AlarmClock,
} as const;
