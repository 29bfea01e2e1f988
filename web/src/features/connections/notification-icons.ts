import { UserRoundCheck, UserRoundPlus } from 'lucide-react';

/** The icon of each kind of notification that this feature sends. */
export const notificationIcons = {
  connection_requested: UserRoundPlus,
  connection_accepted: UserRoundCheck,
} as const;
