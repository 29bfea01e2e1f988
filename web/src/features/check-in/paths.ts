/** Both pages open offline (web/worker). */
export const paths = {
  /** The scanner. It needs a page load, because no other URL can use the camera. */
  checkIn: '/check-in/$eventId',
  ticket: '/tickets/$eventId',
} as const;
