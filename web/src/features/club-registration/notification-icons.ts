import { BadgeCheck, CalendarClock, Snowflake } from 'lucide-react';

/** The icon of each kind of notification that this feature sends. */
export const notificationIcons = {
  club_officer_asked: BadgeCheck,
  club_renewal_due: CalendarClock,
  club_frozen: Snowflake,
  club_frozen_by_staff: Snowflake,
} as const;
