import {
  AlarmClock,
  CalendarClock,
  CalendarPlus,
  CalendarX2,
  CircleCheck,
  CircleX,
  ClipboardList,
  Ticket,
  UserRoundCheck,
} from 'lucide-react';

/** The icon of each kind of notification that this feature sends. */
export const notificationIcons = {
  event_reminder: AlarmClock,
  event_feedback: ClipboardList,
  event_moved: CalendarClock,
  event_called_off: CalendarX2,
  event_date_called_off: CalendarX2,
  event_promoted: Ticket,
  event_offered: Ticket,
  event_offer_over: Ticket,
  event_promotion: Ticket,
  event_registered: UserRoundCheck,
  event_created: CalendarPlus,
  event_invited: CalendarPlus,
  event_cohost_asked: CalendarPlus,
  event_proposed: CalendarPlus,
  event_published: CalendarPlus,
  event_refused: CalendarX2,
  event_accepted: CircleCheck,
  event_declined: CircleX,
} as const;
