import { BadgeCheck, CircleX, UserRoundCheck, UserRoundPlus } from 'lucide-react';

/** The icon of each kind of notification that this feature sends. */
export const notificationIcons = {
  member_joined: UserRoundCheck,
  member_requested: UserRoundPlus,
  officer_added: BadgeCheck,
  club_accepted: UserRoundCheck,
  club_declined: CircleX,
  club_invited: UserRoundPlus,
  club_position_given: BadgeCheck,
} as const;
