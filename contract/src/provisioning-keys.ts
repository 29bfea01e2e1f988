import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { face } from './people.ts';

const key = z.object({
  id: z.string(),
  name: z.string(),
  madeAt: z.string().describe('Instant, ISO 8601'),
  by: face.nullable().describe('null: the operator, or somebody who is no longer here'),
  lastUsedAt: z.string().nullable().describe('To the minute'),
});
export type ProvisioningKey = z.output<typeof key>;

export const listKeys = endpoint({
  name: 'provisioning.keys',
  summary: 'Living keys with which an identity provider manages people (SCIM 2.0), newest first; a school has at most 20.',
  method: 'GET',
  path: '/api/v1/provisioning-keys',
  access: 'admin',
  credential: 'bearer',
  reply: z.object({ items: z.array(key), address: z.string().describe('The base address of SCIM at this school') }),
});

export const makeKey = endpoint({
  name: 'provisioning.make-key',
  summary: 'Make a key. The answer is the only place where its token ever stands.',
  method: 'POST',
  path: '/api/v1/provisioning-keys',
  access: 'admin',
  credential: 'bearer',
  body: z.strictObject({ name: z.string().trim().min(1).max(80).describe('What the log calls whoever uses it') }),
  reply: z.object({ key, token: z.string() }),
  errors: ['too_many_keys'],
});

export const endKey = endpoint({
  name: 'provisioning.end-key',
  summary: 'End a key; whoever uses it is refused from now on.',
  method: 'DELETE',
  path: '/api/v1/provisioning-keys/{id}',
  access: 'admin',
  credential: 'bearer',
  params: z.strictObject({ id: z.string().max(20) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});
