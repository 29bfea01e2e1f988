export const paths = {
  adminChat: '/admin/chat',
} as const;
