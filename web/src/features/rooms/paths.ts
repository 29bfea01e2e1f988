export const paths = {
  adminRooms: '/admin/rooms',
} as const;
