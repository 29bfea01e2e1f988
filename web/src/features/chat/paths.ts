export const paths = {
  chat: '/chat',
  conversation: '/chat/$conversation',
} as const;
