import { BadgeDollarSign } from 'lucide-react';

export const notificationIcons = {
  dues_reminder: BadgeDollarSign,
} as const;
