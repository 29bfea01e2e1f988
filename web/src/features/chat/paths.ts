/** Addresses of this feature (web/src/paths.ts). */
export const paths = {
  chat: '/chat',
  conversation: '/chat/$conversation',
} as const;
