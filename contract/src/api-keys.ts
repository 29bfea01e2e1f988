import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { face } from './people.ts';
import { keyDaysMax, schoolScopes } from './scopes.ts';

const instant = z.string().describe('Instant, ISO 8601');

/** What everybody who may see a key is told of it; its token is not among that. */
const key = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string().nullable().describe('The four characters after `commons_key_`; null of keys from before there were hints'),
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

const name = z.string().trim().min(1).max(80).describe('What lists and logs call whoever uses it');
const days = z.int().min(1).max(keyDaysMax).describe('Days until it expires');
const token = z.string().describe('The key itself: `commons_key_` and 43 characters; this answer is the only place where it ever stands');
const distinct = (scopes: readonly string[]) => new Set(scopes).size === scopes.length;

export const listSchoolKeys = endpoint({
  name: 'api-keys.list',
  summary: "The school's API keys that have not been ended, newest first, expired ones for 30 days more; 20 may live at once.",
  method: 'GET',
  path: '/api/v1/api-keys',
  access: 'admin',
  credential: 'bearer',
  query: z.strictObject({ scope: z.enum(schoolScopes).optional().describe('Only keys that have this scope') }),
  reply: z.object({
    items: z.array(schoolKey),
    scimAddress: z.string().describe('Where keys of the scope `provisioning` are used (SCIM 2.0)'),
  }),
});

export const makeSchoolKey = endpoint({
  name: 'api-keys.make',
  summary: 'Make an API key of the school. A key may do what its scopes name, and nothing else.',
  method: 'POST',
  path: '/api/v1/api-keys',
  access: 'admin',
  credential: 'bearer',
  body: z.strictObject({
    name,
    scopes: z
      .array(z.enum(schoolScopes))
      .min(1)
      .max(schoolScopes.length)
      .refine(distinct, 'a scope stands twice')
      .describe('`provisioning`: manage people (SCIM); `embed`: sign people in inside frames'),
    expiresInDays: days.optional().describe('Days until it expires; left out, it lives until it is ended'),
  }),
  reply: z.object({ key: schoolKey, token }),
  errors: ['too_many_keys'],
});

export const endSchoolKey = endpoint({
  name: 'api-keys.end',
  summary: 'End an API key of the school; whoever uses it is refused from now on.',
  method: 'DELETE',
  path: '/api/v1/api-keys/{id}',
  access: 'admin',
  credential: 'bearer',
  params: z.strictObject({ id: z.string().max(20) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});
