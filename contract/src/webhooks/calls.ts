/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as webhooks from './endpoints.ts';

export const addWebhook = 'POST /api/v1/webhooks' as Call<typeof webhooks.addWebhook>;
export const deleteWebhook = 'DELETE /api/v1/webhooks/{id}' as Call<typeof webhooks.deleteWebhook>;
export const listDeliveries = 'GET /api/v1/webhooks/{id}/deliveries' as Call<typeof webhooks.listDeliveries>;
export const listWebhooks = 'GET /api/v1/webhooks' as Call<typeof webhooks.listWebhooks>;
export const redeliver = 'POST /api/v1/webhooks/{id}/deliveries/{delivery}/redeliver' as Call<typeof webhooks.redeliver>;
export const rotateWebhookSecret = 'POST /api/v1/webhooks/{id}/secret' as Call<typeof webhooks.rotateWebhookSecret>;
export const testWebhook = 'POST /api/v1/webhooks/{id}/test' as Call<typeof webhooks.testWebhook>;
export const updateWebhook = 'PATCH /api/v1/webhooks/{id}' as Call<typeof webhooks.updateWebhook>;
