import { BadgeCheck, CalendarClock, Snowflake } from 'lucide-react';

export const notificationIcons = {
  club_officer_asked: BadgeCheck,
  club_renewal_due: CalendarClock,
  club_frozen: Snowflake,
  club_frozen_by_staff: Snowflake,
} as const;
