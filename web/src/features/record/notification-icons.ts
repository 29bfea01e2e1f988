import { CircleX, Medal } from 'lucide-react';

/** The icon of each kind of notification that this feature sends. */
export const notificationIcons = {
  badge_awarded: Medal,
  badge_revoked: CircleX,
  experience_revoked: CircleX,
  document_revoked: CircleX,
} as const;
