import { formerSecretHours } from '#contract/webhooks/events.ts';
import * as webhooks from '#contract/webhooks/endpoints.ts';
import type { Scope } from '../../kernel/context.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { record, type AuditDetails } from '../../kernel/security/audit.ts';
import { checkQuota, ok, orNotFound, idOf } from '../../kernel/sql.ts';
import * as queries from './webhooks.queries.ts';
import { newSecret, encryptionContext, webhooksMax } from './webhooks.rules.ts';
import { webhookView } from './webhooks.views.ts';

const viewOf = async ({ db, now }: Call, id: number): Promise<webhooks.Webhook> =>
  webhookView(orNotFound(await queries.selectWebhook(db, id)), now);

const describe = (
  call: Call,
  what: AuditDetails['webhook_changed']['what'],
  { id, url }: { id: number; url: string },
) => record(call, 'webhook_changed', { what, webhook: id, host: new URL(url).host });

/** Checks an address without resolving its name, which happens when it is called. */
const checkAddress = ({ hooks }: Scope, url: string): void => {
  try {
    hooks.check(url);
  } catch {
    throw problem('webhook_address');
  }
};

const ciphertext = ({ tokens, schoolId }: Call, secret: string): string =>
  tokens.encrypt(encryptionContext(schoolId), secret);

export const webhooksHandlers = [
  handle(webhooks.listWebhooks, async ({ db, now }) => ({
    items: (await queries.selectWebhooks(db)).map((row) => webhookView(row, now)),
  })),

  handle(webhooks.addWebhook, async (call, { url, events }) => {
    checkAddress(call, url);
    await checkQuota(call.db, 'webhooks', webhooksMax, 'too_many_webhooks');
    const secret = newSecret();
    const made = {
      url,
      events,
      secret: ciphertext(call, secret),
      by: call.me.userId,
      now: call.now,
    };
    const id = await queries.insertWebhook(call.db, call.schoolId, made);
    await describe(call, 'added', { id, url });
    return { webhook: await viewOf(call, id), secret };
  }),

  handle(webhooks.updateWebhook, async (call, { id: text, isOn, ...change }) => {
    const row = orNotFound(await queries.selectWebhook(call.db, idOf(text)));
    if (change.url !== undefined) checkAddress(call, change.url);
    const now = { id: row.id, url: change.url ?? row.url };
    if (change.url !== undefined || change.events !== undefined) {
      await queries.updateWebhook(call.db, row.id, change);
      await describe(call, 'changed', now);
    }
    if (
      isOn !== undefined &&
      (await queries.updateSwitched(call.db, row.id, isOn ? null : 'admin'))
    )
      await describe(call, isOn ? 'on' : 'off', now);
    return viewOf(call, row.id);
  }),

  handle(webhooks.deleteWebhook, async (call, { id }) => {
    const row = orNotFound(await queries.selectWebhook(call.db, idOf(id)));
    await queries.deleteWebhookRow(call.db, row.id);
    await describe(call, 'deleted', row);
    return ok;
  }),

  // The previous secret also signs for a day, so that the receiver can switch.
  handle(webhooks.rotateWebhookSecret, async (call, { id }) => {
    const row = orNotFound(await queries.selectWebhook(call.db, idOf(id)));
    const secret = newSecret();
    const until = new Date(call.now.getTime() + formerSecretHours * 3_600_000);
    await queries.updateSecret(call.db, row.id, ciphertext(call, secret), until);
    await describe(call, 'new_secret', row);
    return { webhook: await viewOf(call, row.id), secret };
  }),
];
