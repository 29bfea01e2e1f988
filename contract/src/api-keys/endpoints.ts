import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { keyDaysMax, personalScopes, schoolScopes } from './scopes.ts';
import { text } from '../text.ts';

const instant = z.string().describe('Instant, ISO 8601');

/** What everybody who may see a key is told of it; its token is not among that. */
const key = z.object({
  id: z.string(),
  name: z.string(),
  hint: z
    .string()
    .nullable()
    .describe(
      'The four characters after `commons_key_`; null of keys from before there were hints',
    ),
  madeAt: instant,
  expiresAt: instant.nullable().describe('null: it lives until it is ended'),
  isExpired: z.boolean(),
  lastUsedAt: instant.nullable().describe('To five minutes'),
});

const schoolKey = key.extend({
  scopes: z.array(z.enum(schoolScopes)),
  by: face.nullable().describe('null: the operator, or somebody who is no longer here'),
});
export type SchoolKey = z.output<typeof schoolKey>;

const ownKey = key.extend({ scopes: z.array(z.enum(personalScopes)) });
export type OwnKey = z.output<typeof ownKey>;

const name = text().min(1).max(80).describe('Name shown in lists and the activity log');
const days = z.int().min(1).max(keyDaysMax).describe('Days until it expires');
const token = z
  .string()
  .describe(
    'The key itself: `commons_key_` and 43 characters; this answer is the only place where it ever stands',
  );
const distinct = (scopes: readonly string[]) => new Set(scopes).size === scopes.length;

export const listSchoolKeys = endpoint({
  name: 'api-keys.list',
  summary:
    "The school's API keys that have not been ended, newest first, expired ones for 30 days more; 20 may live at once.",
  method: 'GET',
  path: '/api/v1/api-keys',
  access: 'staff',
  permission: 'api-keys.manage',
  credential: 'bearer',
  query: z.strictObject({
    scope: z.enum(schoolScopes).optional().describe('Only keys that have this scope'),
  }),
  reply: z.object({
    items: z.array(schoolKey),
    personal: z.object({
      isAllowed: z.boolean(),
      living: z.int().describe("Keys of people's own that live"),
    }),
    scimAddress: z.string().describe('Where keys of the scope `provisioning` are used (SCIM 2.0)'),
  }),
});

export const createSchoolKey = endpoint({
  name: 'api-keys.make',
  summary:
    'Make an API key of the school. A key may do what its scopes name, and nothing else. A repeated `clientId` answers the first one again for 24 hours.',
  method: 'POST',
  path: '/api/v1/api-keys',
  access: 'staff',
  permission: 'api-keys.manage',
  credential: 'bearer',
  keepsReply: 'day',
  body: z.strictObject({
    clientId: clientId.optional(),
    name,
    scopes: z
      .array(z.enum(schoolScopes))
      .min(1)
      .max(schoolScopes.length)
      .refine(distinct, 'a scope stands twice')
      .describe('`provisioning`: manage people (SCIM); `embed`: sign people in inside frames'),
    expiresInDays: days
      .optional()
      .describe('Days until it expires; left out, it lives until it is ended'),
  }),
  reply: z.object({ key: schoolKey, token }),
  errors: ['too_many_keys', 'confirm_identity'],
});

export const revokeSchoolKey = endpoint({
  name: 'api-keys.end',
  summary: 'End an API key of the school; whoever uses it is refused from now on.',
  method: 'DELETE',
  path: '/api/v1/api-keys/{id}',
  access: 'staff',
  permission: 'api-keys.manage',
  credential: 'bearer',
  params: z.strictObject({ id: z.string().max(20) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});

export const allowPersonalKeys = endpoint({
  name: 'api-keys.allow-personal',
  summary: 'Let people have API keys of their own, or not. Those there are rest while it is off.',
  method: 'PUT',
  path: '/api/v1/api-keys/personal',
  access: 'staff',
  permission: 'api-keys.manage',
  credential: 'bearer',
  body: z.strictObject({ isAllowed: z.boolean() }),
  reply: z.object({ isAllowed: z.boolean() }),
});

export const listOwnKeys = endpoint({
  name: 'api-keys.own',
  summary:
    'Own API keys that have not been ended, newest first, expired ones for 30 days more; 20 may live at once.',
  method: 'GET',
  path: '/api/v1/account/api-keys',
  access: 'member',
  credential: 'bearer',
  reply: z.object({
    items: z.array(ownKey),
    isAllowed: z.boolean().describe('Whether the school lets people have keys of their own'),
  }),
});

export const createOwnKey = endpoint({
  name: 'api-keys.make-own',
  summary:
    'Make an API key that acts as the caller, without any office they have, in the calls that name its scope. Not in a session that ' +
    'a code for frames began: whoever asked for the code may not be the caller. A repeated `clientId` answers the first one again for 24 hours.',
  method: 'POST',
  path: '/api/v1/account/api-keys',
  access: 'member',
  credential: 'bearer',
  keepsReply: 'day',
  body: z.strictObject({
    clientId: clientId.optional(),
    name,
    scopes: z
      .array(z.enum(personalScopes))
      .min(1)
      .max(personalScopes.length)
      .refine(distinct, 'a scope stands twice'),
    expiresInDays: days,
  }),
  reply: z.object({ key: ownKey, token }),
  errors: ['too_many_keys', 'personal_keys_off', 'sign_in_directly', 'confirm_identity'],
});

export const revokeOwnKey = endpoint({
  name: 'api-keys.end-own',
  summary: 'End one of own API keys; whoever uses it is refused from now on.',
  method: 'DELETE',
  path: '/api/v1/account/api-keys/{id}',
  access: 'member',
  credential: 'bearer',
  params: z.strictObject({ id: z.string().max(20) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});
