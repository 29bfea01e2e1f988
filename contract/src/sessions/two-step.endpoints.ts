import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import { appCode } from './app-code.ts';
import { tokens } from './endpoints.ts';
import { twoStepLimits as limits } from './limits.ts';
import { assertion, creationOptions, registration, requestOptions } from './passkey-shapes.ts';
import { recoveryCodes, signedIn } from './recovery-codes.ts';

const member = { access: 'member', credential: 'bearer' } as const;
const confirmed = 'Requires a confirmed identity.';
const challenge = z
  .string()
  .min(10)
  .max(100)
  .describe('Challenge of the sign-in. It belongs to one browser and works once.');
const code = appCode;
const requirement = z
  .object({
    dueAt: z.iso.datetime().describe('Time until which the person can sign in without it.'),
    daysLeft: z.number().int().describe('Days until then, rounded up.'),
  })
  .nullable()
  .describe('Not null if the school requires two-step verification and it’s off.');

const twoStep = z.object({
  isOn: z.boolean(),
  app: z
    .object({ addedAt: z.iso.datetime() })
    .nullable()
    .describe('The authenticator app, or null.'),
  recoveryCodesLeft: z.number().int().describe('Number of unused recovery codes.'),
  hasPassword: z
    .boolean()
    .describe('True if the caller can sign in with a password at this school.'),
  isRequired: z.boolean().describe('True if the school requires it from the caller.'),
  requirement,
});
schemaNames.add(twoStep, { id: 'TwoStepVerification' });
export type TwoStep = z.output<typeof twoStep>;

export const getTwoStep = endpoint({
  ...member,
  name: 'two-step.get',
  summary: 'Get your two-step verification',
  method: 'GET',
  path: '/api/v1/two-step',
  reply: twoStep,
});

const appSecret = z.object({
  secret: z.string().describe('Key to type into an authenticator app, in Base32.'),
  uri: z.string().describe('The same key as an `otpauth:` address, for a QR code.'),
});
schemaNames.add(appSecret, { id: 'AuthenticatorSecret' });

export const beginApp = endpoint({
  ...member,
  name: 'two-step.begin-app',
  summary: 'Start adding an authenticator app',
  description: `Returns a new key. To activate it, send a code from the app within ${limits.minutes} minutes. ${confirmed}`,
  method: 'POST',
  path: '/api/v1/two-step/app',
  reply: appSecret,
  errors: ['confirm_identity'],
});

export const addApp = endpoint({
  ...member,
  name: 'two-step.add-app',
  summary: 'Add an authenticator app',
  description: `Replaces an earlier app, and turns two-step verification on. ${confirmed}`,
  method: 'POST',
  path: '/api/v1/two-step/app/confirmation',
  body: z.strictObject({ code }),
  reply: z.object({
    recoveryCodes: recoveryCodes
      .nullable()
      .describe('New recovery codes, or null if two-step verification was already on.'),
  }),
  errors: ['confirm_identity', 'wrong_code', 'two_step_setup_expired'],
});

export const deleteApp = endpoint({
  ...member,
  name: 'two-step.delete-app',
  summary: 'Remove your authenticator app',
  description: `The last second step can’t be removed while two-step verification is on. ${confirmed}`,
  method: 'DELETE',
  path: '/api/v1/two-step/app',
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'confirm_identity', 'last_second_step'],
});

export const turnTwoStepOn = endpoint({
  ...member,
  name: 'two-step.turn-on',
  summary: 'Turn two-step verification on',
  description: `Uses the caller’s passkeys as the second step. ${confirmed}`,
  method: 'POST',
  path: '/api/v1/two-step/on',
  reply: z.object({ recoveryCodes: recoveryCodes.nullable() }),
  errors: ['confirm_identity', 'two_step_needs_step'],
});

export const turnTwoStepOff = endpoint({
  ...member,
  name: 'two-step.turn-off',
  summary: 'Turn two-step verification off',
  description: `Removes the authenticator app and the recovery codes. Passkeys stay. ${confirmed}`,
  method: 'POST',
  path: '/api/v1/two-step/off',
  reply: z.object({ ok: z.literal(true) }),
  errors: ['confirm_identity', 'two_step_is_required'],
});

export const renewRecoveryCodes = endpoint({
  ...member,
  name: 'two-step.renew-codes',
  summary: 'Create new recovery codes',
  description: `Older codes stop working. ${confirmed}`,
  method: 'POST',
  path: '/api/v1/two-step/recovery-codes',
  reply: z.object({ recoveryCodes }),
  errors: ['confirm_identity', 'two_step_needs_step'],
});

const visitor = { access: 'visitor', credential: 'cookie', startsSession: true } as const;

export const beginSecondStep = endpoint({
  ...visitor,
  name: 'two-step.begin',
  summary: 'Get the second steps of a sign-in',
  method: 'POST',
  path: '/api/v1/login/second-step/options',
  body: z.strictObject({ challenge }),
  reply: z.object({
    hasApp: z.boolean(),
    passkey: requestOptions
      .nullable()
      .describe('Options for `navigator.credentials.get()`, or null if no passkey works here.'),
    otherHosts: z
      .array(z.string())
      .describe('Other hosts of the school where the person has passkeys.'),
  }),
  errors: ['sign_in_expired', 'cross_site_refused'],
});

export const finishSecondStep = endpoint({
  ...visitor,
  name: 'two-step.finish',
  summary: 'Finish a sign-in with a second step',
  description:
    'Takes exactly one of `code`, `recoveryCode` and `passkey`. Sets the session cookie and the anti-forgery cookie. After 5 wrong codes, the sign-in starts again; after 10 within 15 minutes, codes stop working for the rest of that time.',
  method: 'POST',
  path: '/api/v1/login/second-step',
  body: z.union([
    z.strictObject({ challenge, code }),
    z.strictObject({
      challenge,
      recoveryCode: z.string().min(1).max(40).describe('An unused recovery code.'),
    }),
    z.strictObject({
      challenge,
      passkey: assertion.describe('Result of `navigator.credentials.get()` as JSON.'),
    }),
  ]),
  reply: signedIn,
  errors: [
    'sign_in_expired',
    'wrong_code',
    'wrong_recovery_code',
    'passkey_refused',
    'cross_site_refused',
  ],
});

export const beginRequiredSetup = endpoint({
  ...visitor,
  name: 'two-step.begin-setup',
  summary: 'Start required setup during sign-in',
  description: 'Returns a new key for an authenticator app, and the options for a new passkey.',
  method: 'POST',
  path: '/api/v1/login/setup/options',
  body: z.strictObject({ challenge }),
  reply: z.object({
    app: appSecret,
    passkey: creationOptions.describe('Options for `navigator.credentials.create()`.'),
  }),
  errors: ['sign_in_expired', 'cross_site_refused'],
});

export const finishRequiredSetup = endpoint({
  ...visitor,
  name: 'two-step.finish-setup',
  summary: 'Finish required setup and sign in',
  description:
    'Takes a code of the new app, or a new passkey. Turns two-step verification on, and sets the session cookie.',
  method: 'POST',
  path: '/api/v1/login/setup',
  body: z.union([
    z.strictObject({ challenge, code }),
    z.strictObject({
      challenge,
      name: text().min(1).max(limits.passkeyName).describe('Name of the new passkey.'),
      passkey: registration.describe('Result of `navigator.credentials.create()` as JSON.'),
    }),
  ]),
  reply: z.object({ session: tokens, recoveryCodes }),
  errors: [
    'sign_in_expired',
    'wrong_code',
    'passkey_not_added',
    'passkey_exists',
    'passkeys_full',
    'cross_site_refused',
  ],
});

const policy = z.object({
  admins: z.boolean().describe('True if admins need it.'),
  everyone: z.boolean().describe('True if everyone who signs in with a password needs it.'),
  roles: z.array(z.string().max(20)).max(100).describe('IDs of the school’s roles that need it.'),
  graceDays: z
    .number()
    .int()
    .min(0)
    .max(limits.graceDays)
    .describe('Days that people have to set it up.'),
});
schemaNames.add(policy, { id: 'TwoStepPolicy' });
export type TwoStepPolicy = z.output<typeof policy>;

const policyReply = policy.extend({
  choices: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe('Roles of the school that can need it.'),
});

const staff = { access: 'staff', permission: 'sign-on.manage', credential: 'bearer' } as const;

export const getTwoStepPolicy = endpoint({
  ...staff,
  name: 'two-step.policy',
  summary: 'Get the two-step verification policy',
  method: 'GET',
  path: '/api/v1/school/two-step',
  reply: policyReply,
});

export const updateTwoStepPolicy = endpoint({
  ...staff,
  name: 'two-step.change-policy',
  summary: 'Update the two-step verification policy',
  description:
    'People with single sign-on aren’t asked. Afterward, people who haven’t set it up have to do it when they sign in. Recorded in the activity log. Requires a confirmed identity.',
  method: 'PUT',
  path: '/api/v1/school/two-step',
  body: z.strictObject(policy.shape),
  reply: policyReply,
  errors: ['confirm_identity'],
});

export const resetSecondFactor = endpoint({
  access: 'staff',
  permission: 'people.manage',
  credential: 'bearer',
  name: 'two-step.reset',
  summary: 'Reset a person’s two-step verification',
  description:
    'Removes the person’s passkeys, authenticator app and recovery codes. An email notifies them. Recorded in the activity log. Does nothing if they have none. Requires a confirmed identity.',
  method: 'POST',
  path: '/api/v1/admin/people/{uid}/two-step/reset',
  params: z.strictObject({ uid: z.string().max(40) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['person_not_found', 'own_account', 'confirm_identity'],
});
