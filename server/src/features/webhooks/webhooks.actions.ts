import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import { formerSecretHours } from '#contract/webhook-events.ts';
import type {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  Webhook,
} from '#contract/webhooks.ts';
import { record, type AuditDetails } from '../../kernel/security/audit.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import { personId } from '../../kernel/ids.ts';
import { refused } from '../../kernel/http/problem.ts';
import { newSecret, secretPlace, webhooksMax } from './webhooks.rules.ts';
import {
  countWebhooks,
  deleteWebhookRow,
  insertWebhook,
  selectWebhooks,
  updateSecret,
  updateSwitched,
  updateWebhook,
  type WebhookRow,
} from './webhooks.queries.ts';
import { webhookView } from './webhooks.views.ts';

const found = async (context: Context, id: string): Promise<WebhookRow> => {
  const number = personId(id);
  const [row] = number === null ? [] : await selectWebhooks(context.db, number);
  if (row === undefined) throw refused('not_found');
  return row;
};

const view = async (context: Context, id: number): Promise<Webhook> =>
  webhookView(await found(context, String(id)), context.clock.now());

const tell = (
  context: Context,
  what: AuditDetails['webhook_changed']['what'],
  { id, url }: { id: number; url: string },
) => record(context, 'webhook_changed', { what, webhook: id, host: new URL(url).host });

/** What shows of an address before it is called; its name is looked up when it is. */
const checkAddress = (context: Context, url: string): void => {
  try {
    context.hooks.check(url);
  } catch {
    throw refused('webhook_address');
  }
};

export const listHooks = async (context: Context): Promise<Reply<typeof listWebhooks>> => {
  return {
    items: (await selectWebhooks(context.db)).map((row) => webhookView(row, context.clock.now())),
  };
};

const sealed = (context: Context, secret: string): string =>
  context.tickets.seal(secretPlace(context.school.school_id), secret);

export const addHook = async (
  context: Context,
  { url, events }: HandlerInput<typeof addWebhook>,
): Promise<Reply<typeof addWebhook>> => {
  checkAddress(context, url);
  if ((await countWebhooks(context.db)) >= webhooksMax)
    throw refused('too_many_webhooks', { max: webhooksMax });
  const secret = newSecret();
  const made = {
    url,
    events,
    secret: sealed(context, secret),
    by: memberOf(context).userId,
    now: context.clock.now(),
  };
  const id = await insertWebhook(context.db, context.school.school_id, made);
  await tell(context, 'added', { id, url });
  return { webhook: await view(context, id), secret };
};

export const changeHook = async (
  context: Context,
  input: HandlerInput<typeof changeWebhook>,
): Promise<Reply<typeof changeWebhook>> => {
  const row = await found(context, input.id);
  const { id } = row;
  if (input.url !== undefined) checkAddress(context, input.url);
  const url = input.url ?? row.url;
  if (input.url !== undefined || input.events !== undefined) {
    await updateWebhook(context.db, id, input);
    await tell(context, 'changed', { id, url });
  }
  if (
    input.isOn !== undefined &&
    (await updateSwitched(context.db, id, input.isOn ? null : 'admin'))
  )
    await tell(context, input.isOn ? 'on' : 'off', { id, url });
  return view(context, id);
};

export const removeHook = async (
  context: Context,
  { id }: HandlerInput<typeof deleteWebhook>,
): Promise<Reply<typeof deleteWebhook>> => {
  const row = await found(context, id);
  await deleteWebhookRow(context.db, row.id);
  await tell(context, 'deleted', row);
  return { ok: true };
};

/** Gives a webhook a new secret; the former one signs as well for a day, so that the receiver can change over. */
export const rotateSecret = async (
  context: Context,
  { id }: HandlerInput<typeof rotateWebhookSecret>,
): Promise<Reply<typeof rotateWebhookSecret>> => {
  const row = await found(context, id);
  const secret = newSecret();
  const until = new Date(context.clock.now().getTime() + formerSecretHours * 3_600_000);
  await updateSecret(context.db, row.id, sealed(context, secret), until);
  await tell(context, 'new_secret', row);
  return { webhook: await view(context, row.id), secret };
};
