/** Addresses of this feature (web/src/paths.ts). Both open without network (lib/offline-copy.ts). */
export const paths = {
  /** The scanner at the door. Reached by a page load: no other address may use the camera. */
  checkIn: '/check-in/$eventId',
  ticket: '/tickets/$eventId',
} as const;
