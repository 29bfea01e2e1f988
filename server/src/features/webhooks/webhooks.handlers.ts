import * as webhooks from '#contract/webhooks.ts';
import { handle } from '../../kernel/handle.ts';
import { listSent, sendAgain, sendTest } from './deliveries/deliveries.actions.ts';
import { addHook, changeHook, listHooks, removeHook, rotateSecret } from './webhooks.actions.ts';

export const webhooksHandlers = [
  handle(webhooks.listWebhooks, listHooks),
  handle(webhooks.addWebhook, addHook),
  handle(webhooks.changeWebhook, changeHook),
  handle(webhooks.deleteWebhook, removeHook),
  handle(webhooks.rotateWebhookSecret, rotateSecret),
  handle(webhooks.testWebhook, sendTest),
  handle(webhooks.listDeliveries, listSent),
  handle(webhooks.redeliver, sendAgain),
];
