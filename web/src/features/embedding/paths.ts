export const paths = {
  adminEmbedding: '/admin/embedding',
} as const;
