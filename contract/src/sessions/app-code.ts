import { z } from 'zod';

/** Replaces Arabic and Persian digits by those that apps show, because the person's keyboard may have only these. */
const latinDigits = (text: string): string =>
  text.replaceAll(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15));

/** A code of an authenticator app. */
export const appCode = z
  .string()
  .trim()
  .overwrite(latinDigits)
  .regex(/^\d{3} ?\d{3}$/)
  .describe('Six-digit code from the authenticator app. Arabic and Persian digits also work.');
