import { BadgeCheck, CalendarClock, CircleX } from 'lucide-react';

export const notificationIcons = {
  booking_made: CalendarClock,
  booking_requested: CalendarClock,
  booking_confirmed: BadgeCheck,
  booking_moved: CalendarClock,
  booking_canceled: CircleX,
  booking_near: CalendarClock,
  booking_freed: CalendarClock,
  booking_held: CalendarClock,
} as const;
