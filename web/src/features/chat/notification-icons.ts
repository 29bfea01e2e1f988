import { MessageCircle } from 'lucide-react';

export const notificationIcons = {
  message_written: MessageCircle,
} as const;
