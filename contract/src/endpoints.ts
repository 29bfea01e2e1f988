import * as account from './account.ts';
import * as analytics from './analytics.ts';
import * as apiKeys from './api-keys.ts';
import * as audit from './audit.ts';
import * as chat from './chat.ts';
import * as chatSettings from './chat-settings.ts';
import * as connections from './connections.ts';
import * as embedding from './embedding.ts';
import * as imports from './imports.ts';
import * as messages from './messages.ts';
import * as newsletters from './newsletters.ts';
import * as notificationSettings from './notification-settings.ts';
import * as notifications from './notifications.ts';
import * as hubs from './hubs.ts';
import * as menus from './menus.ts';
import * as people from './people.ts';
import * as pictures from './pictures.ts';
import * as privacy from './privacy.ts';
import * as reports from './reports.ts';
import * as roles from './roles.ts';
import * as savedSearches from './saved-searches.ts';
import * as safety from './safety.ts';
import * as scim from './scim.ts';
import * as schools from './schools.ts';
import * as sessions from './sessions.ts';
import * as sharing from './sharing.ts';
import * as sso from './sso.ts';
import * as suggestions from './suggestions.ts';
import * as uploads from './uploads.ts';
import * as webhooks from './webhooks.ts';
import type { CallInput, Endpoint, Reply } from './endpoint.ts';

const declared = {
  ...schools,
  ...sessions,
  ...people,
  ...reports,
  ...roles,
  ...pictures,
  ...privacy,
  ...connections,
  ...chat,
  ...messages,
  ...chatSettings,
  ...safety,
  ...suggestions,
  ...savedSearches,
  ...hubs,
  ...menus,
  ...account,
  ...analytics,
  ...audit,
  ...imports,
  ...apiKeys,
  ...scim,
  ...sso,
  ...sharing,
  ...newsletters,
  ...notifications,
  ...notificationSettings,
  ...embedding,
  ...uploads,
  ...webhooks,
};
type Declared = typeof declared;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  'path' in value &&
  'reply' in value;

/** Every call of the product. The server must mount each of them and nothing else. */
export const endpoints: readonly Endpoint[] = Object.values<unknown>(declared).filter(isEndpoint);

type AnyEndpoint = {
  [K in keyof Declared]: Declared[K] extends Endpoint ? Declared[K] : never;
}[keyof Declared];

/** `GET /api/v1/users` → its endpoint. Clients name calls by this key, so no schema travels to the browser. */
export type Calls = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E };
export type CallKey = keyof Calls;
export type InputOf<K extends CallKey> = CallInput<Calls[K]>;
export type ReplyOf<K extends CallKey> = Reply<Calls[K]>;
