export const paths = {
  developmentWebhooks: '/development/webhooks',
} as const;
