import { TriangleAlert } from 'lucide-react';

export const notificationIcons = {
  person_warned: TriangleAlert,
} as const;
