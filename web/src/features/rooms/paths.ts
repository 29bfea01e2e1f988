/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  adminRooms: '/admin/rooms',
} as const;
