import { z } from 'zod';
import { tokens } from './endpoints.ts';

export const recoveryCodes = z
  .array(z.string())
  .describe(
    'Recovery codes, which are returned only once. Each replaces the second step once. Older codes stop working.',
  );

/** Codes of people whose school requires two-step verification, when they first add or use a passkey. */
export const firstRecoveryCodes = recoveryCodes
  .nullable()
  .describe(
    'Recovery codes if this turned two-step verification on, because the school requires it. Otherwise null.',
  );

/** Tokens of a session that started with a passkey or a second step. */
export const signedIn = tokens.extend({ recoveryCodes: firstRecoveryCodes });
