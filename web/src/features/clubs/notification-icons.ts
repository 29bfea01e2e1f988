import { BadgeCheck, CircleX, UserRoundCheck, UserRoundPlus } from 'lucide-react';

export const notificationIcons = {
  member_joined: UserRoundCheck,
  member_requested: UserRoundPlus,
  officer_added: BadgeCheck,
  club_accepted: UserRoundCheck,
  club_declined: CircleX,
  club_invited: UserRoundPlus,
  club_position_given: BadgeCheck,
} as const;
