import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { text } from '../text.ts';

/** The two tokens of a session. `jwt` lives 10 minutes. */
export const tokens = z.object({ csrfToken: z.string(), jwt: z.string() });
export type Tokens = z.output<typeof tokens>;

/** Lifetime of a jwt in seconds (wire contract). */
export const jwtSeconds = 600;
/** Shortest password, in characters. */
export const passwordMin = 10;
/** Longest password, in characters: hashing cost must not be the sender's choice. */
export const passwordMax = 200;

const email = text().min(3).max(254);
const password = z.string().min(1).max(passwordMax);

export const login = endpoint({
  name: 'sessions.login',
  summary: 'Sign in with e-mail and password; sets the session and anti-forgery cookies.',
  method: 'POST',
  path: '/api/v1/login',
  access: 'visitor',
  credential: 'cookie',
  startsSession: true,
  body: z.strictObject({ email, password, inFrame: z.boolean().optional() }),
  reply: tokens,
  errors: ['wrong_credentials', 'sso_required', 'cross_site_refused'],
});

export const logout = endpoint({
  name: 'sessions.logout',
  summary: 'End this session.',
  method: 'POST',
  path: '/api/v1/logout',
  access: 'visitor',
  credential: 'cookie',
  reply: z.object({ ok: z.literal(true) }),
  errors: ['csrf_failed'],
});

export const getTokens = endpoint({
  name: 'sessions.tokens',
  summary:
    'Tokens of the session that the cookie names; without a cookie, of the one that both tokens together name.',
  method: 'GET',
  path: '/mobile_ws/v18/auth_tokens',
  access: 'member',
  credential: 'cookie',
  givesTokens: true,
  reply: tokens,
});

export const getSession = endpoint({
  name: 'sessions.get',
  summary:
    'Tokens of the session that the cookie names; without a cookie, of the one that both tokens together name.',
  method: 'GET',
  path: '/api/v1/session',
  access: 'member',
  credential: 'cookie',
  givesTokens: true,
  reply: tokens,
});

/** Minutes for which a session counts as confirmed, from its sign-in or from the password that was given again. */
export const confirmedMinutes = 10;

export const confirmIdentity = endpoint({
  name: 'sessions.confirm',
  summary: `Give one’s password again: for ${confirmedMinutes} minutes this session may do what asks for it (\`confirm_identity\`). Whoever has no password signs in again instead. 10 tries an hour.`,
  method: 'POST',
  path: '/api/v1/session/confirmation',
  access: 'member',
  credential: 'bearer',
  body: z.strictObject({ password }),
  reply: z.object({ until: z.iso.datetime() }),
  errors: ['wrong_password', 'sign_in_again', 'too_many_requests'],
});

export const sessionItem = z.object({
  id: z.string(),
  device: z.string().describe('Browser and system in words'),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
});

export const listSessions = endpoint({
  name: 'sessions.list',
  summary: 'Own sessions, the current one first, and whether a password signs the caller in.',
  method: 'GET',
  path: '/api/v1/sessions',
  access: 'member',
  credential: 'bearer',
  reply: z.object({ items: z.array(sessionItem), hasPassword: z.boolean() }),
});

export const revokeSession = endpoint({
  name: 'sessions.end',
  summary: 'End one of own sessions.',
  method: 'DELETE',
  path: '/api/v1/sessions/{id}',
  access: 'member',
  credential: 'bearer',
  params: z.strictObject({ id: z.string().max(64) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});

const ended = z.object({
  ended: z.number().int().describe('Sessions that were ended'),
  endedKeys: z.array(z.string()).describe('Names of own API keys that were ended'),
  endedCalendars: z
    .array(z.string())
    .describe('Names of the caller’s revoked app passwords and secret calendar addresses'),
});

export const revokeAllSessions = endpoint({
  name: 'sessions.end-all',
  summary: 'Sign out everywhere',
  method: 'POST',
  path: '/api/v1/sessions/end-all',
  access: 'member',
  credential: 'bearer',
  body: z.strictObject({
    keepCurrent: z.boolean().default(false).describe('Whether to keep this session'),
  }),
  reply: ended,
});

export const changePassword = endpoint({
  name: 'passwords.change',
  summary: 'Change your password',
  method: 'POST',
  path: '/api/v1/password',
  access: 'member',
  credential: 'bearer',
  body: z.strictObject({
    currentPassword: password,
    newPassword: password.describe(
      'New password. Ends all other sessions and revokes the caller’s API keys, app passwords, and secret calendar addresses; an email lists them',
    ),
  }),
  reply: ended,
  errors: ['wrong_password', 'weak_password'],
});

export const forgotPassword = endpoint({
  name: 'passwords.forgot',
  summary:
    'Ask for a reset link by mail. The answer is the same whether the account exists or not.',
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
      .describe('Token of the reset link. Valid for one hour and a single use'),
    newPassword: password.describe(
      'New password. Ends all other sessions and revokes the person’s API keys, app passwords, and secret calendar addresses; an email lists them',
    ),
    /** Whether the page runs in an iframe of another site, as for sign-in. */
    inFrame: z.boolean().optional(),
  }),
  reply: z.object({
    ok: z.literal(true),
    /** Tokens of the new session, or null if this person has to use single sign-on. */
    session: tokens.nullable(),
  }),
  errors: ['reset_link_invalid', 'weak_password', 'cross_site_refused'],
});
