import { EyeOff, TriangleAlert } from 'lucide-react';

export const notificationIcons = {
  person_warned: TriangleAlert,
  content_hidden: EyeOff,
} as const;
