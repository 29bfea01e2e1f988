import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** All stored data about the caller. */
export const ownData = z.object({
  madeAt: z.string().describe('Instant in ISO 8601.'),
  school: z.string(),
  sections: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
});

export const downloadOwnData = endpoint({
  name: 'account.data',
  summary: 'Export your data',
  description:
    'Returns everything stored about the caller, in sections: profile, connections, sessions, blocks, submitted reports, dismissed suggestions and saved searches. Other people are named only if the caller can currently see them. Requires a session created or confirmed within the last 10 minutes. Rate limit: 10 per hour.',
  method: 'GET',
  path: '/api/v1/account/data',
  access: 'member',
  credential: 'bearer',
  errors: ['confirm_identity'],
  reply: ownData,
});

/** Maximum age of a session, in minutes, for people without a password, who prove their identity by signing in again. */
export const freshMinutes = 10;

export const eraseAccount = endpoint({
  name: 'account.erase',
  summary: 'Delete your account',
  description:
    'Permanently deletes the profile, connections, sign-in and all personal data. Content that others still have is shown as from “Deleted user”. This can’t be undone.',
  method: 'POST',
  path: '/api/v1/account/erase',
  access: 'member',
  credential: 'bearer',
  body: z.strictObject({
    password: z
      .string()
      .max(1_000)
      .optional()
      .describe(
        'Current password. Omit it if the account has none; the session must then be a few minutes old at most.',
      ),
  }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['wrong_password', 'sign_in_again', 'last_admin'],
});
