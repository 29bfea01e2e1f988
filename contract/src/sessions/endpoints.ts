import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';
import { appCode } from './app-code.ts';
import { assertion } from './passkey-shapes.ts';

/** The two tokens of a session. `jwt` is valid for 10 minutes. */
export const tokens = z.object({ csrfToken: z.string(), jwt: z.string() });
schemaNames.add(tokens, { id: 'SessionTokens' });
export type Tokens = z.output<typeof tokens>;

/** Lifetime of a jwt in seconds (wire contract). */
export const jwtSeconds = 600;
/** Minimum password length in characters. */
export const passwordMin = 10;
/** Maximum password length in characters. It bounds the cost of hashing, which senders could otherwise increase. */
export const passwordMax = 200;

const email = text().min(3).max(254);
const password = z.string().min(1).max(passwordMax);

export const login = endpoint({
  name: 'sessions.login',
  summary: 'Sign in with email and password',
  description:
    'Sets the session cookie and the anti-forgery cookie. For people with two-step verification, the error `second_factor_required` has a `challenge` for the second step; `second_factor_setup_required` has one for the setup that their school requires.',
  method: 'POST',
  path: '/api/v1/login',
  access: 'visitor',
  credential: 'cookie',
  startsSession: true,
  body: z.strictObject({ email, password, inFrame: z.boolean().optional() }),
  reply: tokens,
  errors: [
    'wrong_credentials',
    'second_factor_required',
    'second_factor_setup_required',
    'sso_required',
    'cross_site_refused',
  ],
});

export const logout = endpoint({
  name: 'sessions.logout',
  summary: 'Sign out',
  description: 'Ends this session.',
  method: 'POST',
  path: '/api/v1/logout',
  access: 'visitor',
  credential: 'cookie',
  reply: z.object({ ok: z.literal(true) }),
  errors: ['csrf_failed'],
});

export const getTokens = endpoint({
  name: 'sessions.tokens',
  summary: 'Get session tokens for mobile',
  description:
    'Returns the tokens of the cookie’s session, or, without a cookie, of the session identified by both tokens.',
  method: 'GET',
  path: '/mobile_ws/v18/auth_tokens',
  access: 'member',
  credential: 'cookie',
  givesTokens: true,
  reply: tokens,
});

export const getSession = endpoint({
  name: 'sessions.get',
  summary: 'Get session tokens',
  description:
    'Returns the tokens of the cookie’s session, or, without a cookie, of the session identified by both tokens.',
  method: 'GET',
  path: '/api/v1/session',
  access: 'member',
  credential: 'cookie',
  givesTokens: true,
  reply: tokens,
});

/** Minutes for which a session counts as confirmed after sign-in or after the password was entered again. */
export const confirmedMinutes = 10;

export const confirmIdentity = endpoint({
  name: 'sessions.confirm',
  summary: 'Confirm your identity',
  description: `Takes a code from the caller’s authenticator app, a passkey, a recovery code, or, without two-step verification, their password. For ${confirmedMinutes} minutes, the session can then make calls that require it (\`confirm_identity\`). People without any of these sign in again instead. Rate limit: 10 tries per hour.`,
  method: 'POST',
  path: '/api/v1/session/confirmation',
  access: 'member',
  credential: 'bearer',
  body: z.union([
    z.strictObject({ password }),
    z.strictObject({ code: appCode }),
    z.strictObject({
      recoveryCode: z.string().min(1).max(40).describe('An unused recovery code.'),
    }),
    z.strictObject({
      passkey: assertion.describe('Result of `navigator.credentials.get()` as JSON.'),
    }),
  ]),
  reply: z.object({ until: z.iso.datetime() }),
  errors: [
    'wrong_password',
    'wrong_code',
    'wrong_recovery_code',
    'passkey_refused',
    'second_step_needed',
    'sign_in_again',
    'too_many_requests',
  ],
});

export const sessionItem = z.object({
  id: z.string(),
  device: z.string().describe('Browser and operating system.'),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});
schemaNames.add(sessionItem, { id: 'Session' });

export const listSessions = endpoint({
  name: 'sessions.list',
  summary: 'List your sessions',
  description:
    'Returns the current session first, and the ways in which the caller can confirm their identity.',
  method: 'GET',
  path: '/api/v1/sessions',
  access: 'member',
  credential: 'bearer',
  reply: z.object({
    items: z.array(sessionItem),
    hasPassword: z.boolean(),
    hasApp: z.boolean().describe('True if the caller has an authenticator app.'),
    hasTwoStep: z
      .boolean()
      .describe('True if two-step verification is on, so a password alone doesn’t confirm.'),
    hasPasskey: z.boolean().describe('True if one of the caller’s passkeys works at this host.'),
  }),
});

export const revokeSession = endpoint({
  name: 'sessions.end',
  summary: 'End a session',
  description: 'For sessions of the caller.',
  method: 'DELETE',
  path: '/api/v1/sessions/{id}',
  access: 'member',
  credential: 'bearer',
  params: z.strictObject({ id: z.string().max(64) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});

const kept = z
  .object({
    passkeys: z.array(z.object({ name: z.string(), addedAt: z.iso.datetime() })),
    appAddedAt: z.iso
      .datetime()
      .nullable()
      .describe('Time when the authenticator app was added, or null if there is none.'),
  })
  .describe('The caller’s passkeys and authenticator app, which continue to work.');
export type KeptSignInMethods = z.output<typeof kept>;

const ended = z.object({
  ended: z.number().int().describe('Number of sessions ended.'),
  endedKeys: z.array(z.string()).describe('Names of the caller’s revoked API keys.'),
  endedCalendars: z
    .array(z.string())
    .describe('Names of the caller’s revoked app passwords and secret calendar addresses.'),
  kept,
});

export const revokeAllSessions = endpoint({
  name: 'sessions.end-all',
  summary: 'Sign out everywhere',
  method: 'POST',
  path: '/api/v1/sessions/end-all',
  access: 'member',
  credential: 'bearer',
  body: z.strictObject({
    keepCurrent: z.boolean().default(false).describe('True to keep this session.'),
  }),
  reply: ended,
});

export const changePassword = endpoint({
  name: 'passwords.change',
  summary: 'Change your password',
  description:
    'Ends all other sessions and revokes the caller’s API keys, app passwords, and secret calendar addresses. An email lists them.',
  method: 'POST',
  path: '/api/v1/password',
  access: 'member',
  credential: 'bearer',
  body: z.strictObject({
    currentPassword: password,
    newPassword: password.describe('New password.'),
  }),
  reply: ended,
  errors: ['wrong_password', 'weak_password'],
});

export const forgotPassword = endpoint({
  name: 'passwords.forgot',
  summary: 'Request a password reset link',
  description: 'Sent by email. The response is the same whether the account exists or not.',
  method: 'POST',
  path: '/api/v1/password/forgot',
  access: 'visitor',
  credential: 'open',
  body: z.strictObject({ email }),
  reply: z.object({ ok: z.literal(true) }),
});

export const resetPassword = endpoint({
  name: 'passwords.reset',
  summary: 'Reset your password',
  description:
    'Ends all other sessions and revokes the person’s API keys, app passwords, and secret calendar addresses. An email lists them.',
  method: 'POST',
  path: '/api/v1/password/reset',
  access: 'visitor',
  credential: 'cookie',
  startsSession: true,
  body: z.strictObject({
    token: z
      .string()
      .min(10)
      .max(200)
      .describe('Token of the reset link. Valid for one hour and a single use.'),
    newPassword: password.describe('New password.'),
    inFrame: z
      .boolean()
      .optional()
      .describe('True if the page runs in an iframe of another site, as for sign-in.'),
  }),
  reply: z.object({
    ok: z.literal(true),
    session: tokens
      .nullable()
      .describe(
        'Tokens of the new session, or null if the person needs to use single sign-on or a second step.',
      ),
    secondStep: z
      .object({
        code: z.enum(['second_factor_required', 'second_factor_setup_required']),
        challenge: z.string(),
      })
      .nullable()
      .describe('Challenge for the second step, as for sign-in, or null.'),
  }),
  errors: ['reset_link_invalid', 'weak_password', 'cross_site_refused'],
});
