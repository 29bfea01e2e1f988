import * as webhooks from '#contract/webhooks.ts';
import { route } from '../../kernel/http/route.ts';
import { listSent, sendAgain, sendTest } from './deliveries/deliveries.actions.ts';
import { addHook, changeHook, listHooks, removeHook, rotateSecret } from './webhooks.actions.ts';

export const webhooksRoutes = [
  route(webhooks.listWebhooks, listHooks),
  route(webhooks.addWebhook, addHook),
  route(webhooks.changeWebhook, changeHook),
  route(webhooks.deleteWebhook, removeHook),
  route(webhooks.rotateWebhookSecret, rotateSecret),
  route(webhooks.testWebhook, sendTest),
  route(webhooks.listDeliveries, listSent),
  route(webhooks.redeliver, sendAgain),
];
