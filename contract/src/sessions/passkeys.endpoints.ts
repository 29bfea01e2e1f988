import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import { twoStepLimits as limits } from './limits.ts';
import { assertion, creationOptions, registration, requestOptions } from './passkey-shapes.ts';
import { firstRecoveryCodes, signedIn } from './recovery-codes.ts';

const member = { access: 'member', credential: 'bearer' } as const;
const params = z.strictObject({ id: z.string().max(20) });
const name = text().min(1).max(limits.passkeyName);

export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string().describe('Host where the passkey was added. It works only there.'),
  isHere: z.boolean().describe('True if the passkey works at the host of this request.'),
  isSynced: z.boolean().describe('True if a password manager copies it to other devices.'),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable().describe('Time of the last use, or null if never.'),
});
schemaNames.add(passkey, { id: 'Passkey' });
export type Passkey = z.output<typeof passkey>;

export const listPasskeys = endpoint({
  ...member,
  name: 'passkeys.list',
  summary: 'List your passkeys',
  description: 'Returns all passkeys, newest first.',
  method: 'GET',
  path: '/api/v1/passkeys',
  reply: z.object({ items: z.array(passkey) }),
});

export const beginPasskey = endpoint({
  ...member,
  name: 'passkeys.begin',
  summary: 'Start adding a passkey',
  description:
    'Returns the options for `navigator.credentials.create()`. The challenge expires after 10 minutes. Requires a confirmed identity.',
  method: 'POST',
  path: '/api/v1/passkeys/options',
  reply: creationOptions,
  errors: ['confirm_identity', 'passkey_needs_password', 'passkeys_full'],
});

export const createPasskey = endpoint({
  ...member,
  name: 'passkeys.create',
  summary: 'Add a passkey',
  description:
    'An email notifies the person. Turns two-step verification on if the school requires it. Requires a confirmed identity.',
  method: 'POST',
  path: '/api/v1/passkeys',
  body: z.strictObject({
    name,
    response: registration.describe('Result of `navigator.credentials.create()` as JSON.'),
  }),
  reply: passkey.extend({ recoveryCodes: firstRecoveryCodes }),
  errors: [
    'confirm_identity',
    'passkey_needs_password',
    'passkey_not_added',
    'passkey_exists',
    'passkeys_full',
  ],
});

export const updatePasskey = endpoint({
  ...member,
  name: 'passkeys.update',
  summary: 'Rename a passkey',
  method: 'PATCH',
  path: '/api/v1/passkeys/{id}',
  params,
  body: z.strictObject({ name }),
  reply: passkey,
  errors: ['not_found'],
});

export const deletePasskey = endpoint({
  ...member,
  name: 'passkeys.delete',
  summary: 'Remove a passkey',
  description:
    'Requires a confirmed identity. The last second step can’t be removed while two-step verification is on.',
  method: 'DELETE',
  path: '/api/v1/passkeys/{id}',
  params,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'confirm_identity', 'last_second_step'],
});

const inFrame = z
  .boolean()
  .optional()
  .describe('True if the page runs in an iframe of another site, as for sign-in.');

export const beginPasskeySignIn = endpoint({
  name: 'passkeys.begin-sign-in',
  summary: 'Start passkey sign-in',
  description:
    'Returns the options for `navigator.credentials.get()`, also for autofill. The challenge works once, in this browser, and expires after 10 minutes.',
  method: 'POST',
  path: '/api/v1/login/passkey/options',
  access: 'visitor',
  credential: 'open',
  body: z.strictObject({ inFrame }),
  reply: requestOptions,
});

export const signInWithPasskey = endpoint({
  name: 'passkeys.sign-in',
  summary: 'Sign in with a passkey',
  description:
    'Sets the session cookie and the anti-forgery cookie. There is no second step, because the device verifies the person. Turns two-step verification on if the school requires it.',
  method: 'POST',
  path: '/api/v1/login/passkey',
  access: 'visitor',
  credential: 'cookie',
  startsSession: true,
  body: z.strictObject({
    response: assertion.describe('Result of `navigator.credentials.get()` as JSON.'),
    inFrame,
  }),
  reply: signedIn,
  errors: ['passkey_refused', 'passkey_unknown', 'sso_required', 'cross_site_refused'],
});

export const beginPasskeyConfirmation = endpoint({
  ...member,
  name: 'passkeys.begin-confirmation',
  summary: 'Start passkey confirmation',
  description: 'Returns the options for `navigator.credentials.get()` for the caller’s passkeys.',
  method: 'POST',
  path: '/api/v1/session/confirmation/options',
  reply: requestOptions,
  errors: ['not_found'],
});
