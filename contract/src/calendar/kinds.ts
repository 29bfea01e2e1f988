/**
 * Types of calendar items. The first six have fixed colors; people choose the colors of personal events and subscribed calendars.
 */
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
