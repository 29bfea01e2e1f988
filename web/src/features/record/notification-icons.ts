import { CircleX, Medal } from 'lucide-react';

export const notificationIcons = {
  badge_awarded: Medal,
  badge_revoked: CircleX,
  experience_revoked: CircleX,
  document_revoked: CircleX,
} as const;
