export const paths = {
  events: '/events',
  newEvent: '/events/new',
  event: '/events/$eventId',
  editEvent: '/events/$eventId/edit',
  manageEvent: '/events/$eventId/manage',
  /** The check-in code for a projector. */
  eventCode: '/events/$eventId/code',
  /** The target of that code. */
  selfCheckIn: '/events/$eventId/check-in',
} as const;
