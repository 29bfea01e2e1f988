/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  adminEmbedding: '/admin/embedding',
} as const;
