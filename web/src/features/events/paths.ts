/** Addresses of this feature (web/src/paths.ts). */
export const paths = {
  events: '/events',
  newEvent: '/events/new',
  event: '/events/$eventId',
  editEvent: '/events/$eventId/edit',
  manageEvent: '/events/$eventId/manage',
  /** For a projector: the code by which people in the room check in themselves. */
  eventCode: '/events/$eventId/code',
  /** Where that code leads. */
  selfCheckIn: '/events/$eventId/check-in',
} as const;
