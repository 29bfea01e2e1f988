import { UserRoundCheck, UserRoundPlus } from 'lucide-react';

export const notificationIcons = {
  connection_requested: UserRoundPlus,
  connection_accepted: UserRoundCheck,
} as const;
