/** What stands in a calendar. The first six have the colors of kinds; own and subscribed ones take the person's choice. */
export const calendarKinds = [
  'class',
  'event',
  'club',
  'academic',
  'booking',
  'deadline',
  'own',
  'subscribed',
] as const;
export type CalendarKind = (typeof calendarKinds)[number];
