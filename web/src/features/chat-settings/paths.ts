/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  adminChat: '/admin/chat',
} as const;
