import { CircleX } from 'lucide-react';

export const notificationIcons = {
  budget_request_denied: CircleX,
} as const;
