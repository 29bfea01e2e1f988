import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { keyDaysMax, personalScopes, schoolScopes } from './scopes.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const instant = z.string().describe('Instant in ISO 8601.');

/** Details of a key for everyone who can see it. They never include the token. */
const key = z.object({
  id: z.string(),
  name: z.string(),
  hint: z
    .string()
    .nullable()
    .describe('Four characters after `commons_key_`, or null for keys older than hints.'),
  madeAt: instant,
  expiresAt: instant.nullable().describe('Expiry of the key, or null if it doesn’t expire.'),
  isExpired: z.boolean(),
  lastUsedAt: instant
    .nullable()
    .describe('Time of the last use, rounded to five minutes, or null if the key was never used.'),
});

const schoolKey = key.extend({
  scopes: z.array(z.enum(schoolScopes)),
  by: face
    .nullable()
    .describe('Person who created the key, or null for the operator and for deleted users.'),
});
schemaNames.add(schoolKey, { id: 'SchoolApiKey' });
export type SchoolKey = z.output<typeof schoolKey>;

const ownKey = key.extend({ scopes: z.array(z.enum(personalScopes)) });
schemaNames.add(ownKey, { id: 'PersonalApiKey' });
export type OwnKey = z.output<typeof ownKey>;

const name = text().min(1).max(80).describe('Name shown in lists and the activity log.');
const days = z.int().min(1).max(keyDaysMax).describe('Days until the key expires.');
const token = z.string().describe('Key (`commons_key_` plus 43 characters). Returned only once.');
const distinct = (scopes: readonly string[]) => new Set(scopes).size === scopes.length;

export const listSchoolKeys = endpoint({
  name: 'api-keys.list',
  summary: 'List the school’s API keys',
  description:
    'Returns keys that haven’t been revoked, newest first. Expired keys stay in the list for 30 days. Limit: 20 active keys.',
  method: 'GET',
  path: '/api/v1/api-keys',
  access: 'staff',
  permission: 'api-keys.manage',
  credential: 'bearer',
  query: z.strictObject({
    scope: z.enum(schoolScopes).optional().describe('Scope that the keys must have.'),
  }),
  reply: z.object({
    items: z.array(schoolKey),
    personal: z.object({
      isAllowed: z.boolean(),
      living: z.int().describe('Number of active personal keys.'),
    }),
    scimAddress: z
      .string()
      .describe('SCIM 2.0 base address, for keys with the `provisioning` scope.'),
  }),
});

export const createSchoolKey = endpoint({
  name: 'api-keys.make',
  summary: 'Create a school API key',
  description: 'The key can do only what its scopes allow. Idempotent by `clientId` for 24 hours.',
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
      .refine(distinct, 'List each scope once.')
      .describe(
        'Scopes of the key: `provisioning` manages people (SCIM), `embed` signs people in inside frames. The others read (`.read`), or import and create (`.write`), the data of one feature.',
      ),
    expiresInDays: days
      .optional()
      .describe('Days until the key expires. If omitted, the key works until you revoke it.'),
  }),
  reply: z.object({ key: schoolKey, token }),
  errors: ['too_many_keys', 'confirm_identity'],
});

export const revokeSchoolKey = endpoint({
  name: 'api-keys.end',
  summary: 'Revoke a school API key',
  description: 'Requests with this key fail immediately.',
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
  summary: 'Turn personal API keys on or off',
  description: 'While off, existing personal keys stop working but are not deleted.',
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
  summary: 'List your API keys',
  description:
    'Returns keys that haven’t been revoked, newest first. Expired keys stay in the list for 30 days. Limit: 20 active keys.',
  method: 'GET',
  path: '/api/v1/account/api-keys',
  access: 'member',
  credential: 'bearer',
  reply: z.object({
    items: z.array(ownKey),
    isAllowed: z.boolean().describe('True if the school allows personal keys.'),
  }),
});

export const createOwnKey = endpoint({
  name: 'api-keys.make-own',
  summary: 'Create a personal API key',
  description:
    'The key acts as the caller, without any staff permissions, on endpoints that list its scope. Not allowed in sessions created from an embed code, because the person who requested the code may not be the caller. Idempotent by `clientId` for 24 hours.',
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
      .refine(distinct, 'List each scope once.'),
    expiresInDays: days,
  }),
  reply: z.object({ key: ownKey, token }),
  errors: ['too_many_keys', 'personal_keys_off', 'sign_in_directly', 'confirm_identity'],
});

export const revokeOwnKey = endpoint({
  name: 'api-keys.end-own',
  summary: 'Revoke a personal API key',
  description: 'Requests with this key fail immediately.',
  method: 'DELETE',
  path: '/api/v1/account/api-keys/{id}',
  access: 'member',
  credential: 'bearer',
  params: z.strictObject({ id: z.string().max(20) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});
