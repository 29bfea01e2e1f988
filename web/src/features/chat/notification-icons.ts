import { MessageCircle } from 'lucide-react';

/** The icon of each kind of notification that this feature sends. */
export const notificationIcons = {
  message_written: MessageCircle,
} as const;
