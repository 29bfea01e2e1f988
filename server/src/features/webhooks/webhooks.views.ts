import type { Webhook, WebhookDelivery } from '#contract/webhooks/endpoints.ts';
import { faceView } from '../people/people.views.ts';
import type { DeliveryRow } from './deliveries/deliveries.queries.ts';
import type { WebhookRow } from './webhooks.queries.ts';

export const webhookView = (row: WebhookRow, now: Date): Webhook => ({
  id: String(row.id),
  url: row.url,
  events: row.events,
  isOn: row.is_on,
  offReason: row.off_reason,
  failingSince: row.failing_since?.toISOString() ?? null,
  formerSecretUntil:
    row.former_until !== null && row.former_until > now ? row.former_until.toISOString() : null,
  madeAt: row.created_at.toISOString(),
  by: row.by && faceView(row.by),
});

export const deliveryView = (row: DeliveryRow): WebhookDelivery => ({
  id: String(row.id),
  message: row.message,
  event: row.kind,
  body: row.body,
  state: row.state,
  madeAt: row.created_at.toISOString(),
  nextAt: row.next_at?.toISOString() ?? null,
  tries: row.tried.map(({ at, took_ms: tookMs, ...one }) => ({
    ...one,
    at: new Date(at).toISOString(),
    tookMs,
  })),
});
