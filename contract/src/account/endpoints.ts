import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const downloadOwnData = endpoint({
  name: 'account.data',
  summary:
    'All that is kept about the caller, in sections: profile, connections, sessions, blocks, reports made, dismissed suggestions, saved searches. Other people are named only as far as the caller sees them now. For a session begun or confirmed within the last 10 minutes; 10 an hour.',
  method: 'GET',
  path: '/api/v1/account/data',
  access: 'member',
  credential: 'bearer',
  errors: ['confirm_identity'],
  reply: z.object({
    madeAt: z.string().describe('Instant, ISO 8601'),
    school: z.string(),
    sections: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  }),
});

/** Minutes since signing in, for who proves by that, having no password, that it is them. */
export const freshMinutes = 10;

export const eraseAccount = endpoint({
  name: 'account.erase',
  summary:
    'Erase the caller for good: profile, connections, sign-in and everything of theirs. Where others have kept something of theirs, “Deleted person” stands for them. Cannot be undone.',
  method: 'POST',
  path: '/api/v1/account/erase',
  access: 'member',
  credential: 'bearer',
  body: z.strictObject({
    password: z
      .string()
      .max(1_000)
      .optional()
      .describe('Left out by who has none: then the session must be a few minutes old at most'),
  }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['wrong_password', 'sign_in_again', 'last_admin'],
});
