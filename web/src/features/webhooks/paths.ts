/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  developmentWebhooks: '/development/webhooks',
} as const;
