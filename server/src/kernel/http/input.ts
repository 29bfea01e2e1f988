import type { z } from 'zod';
import { problem } from './problem.ts';

/** Rejects values that the database can't store: NUL characters, lone surrogates, and deep nesting. */
export const checkText = (value: unknown, depth = 0): void => {
  if (typeof value === 'string') {
    if (value.includes('\u0000') || !value.isWellFormed()) throw problem('bad_encoding');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth > 20) throw problem('invalid_input', {}, [{ path: '', message: 'nested too deeply' }]);
  for (const [key, inner] of Object.entries(value)) {
    if (key === '__proto__')
      throw problem('invalid_input', {}, [{ path: key, message: 'unknown name' }]);
    checkText(key, depth + 1);
    checkText(inner, depth + 1);
  }
};

/** Parses one part of a request. Throws with the invalid fields. */
export const parseInput = (
  schema: z.ZodType | undefined,
  value: unknown,
): Record<string, unknown> => {
  if (schema === undefined) return {};
  const parsed = schema.safeParse(value === undefined ? {} : value);
  // All schemas for params, query and body in the contract are objects.
  if (parsed.success) return parsed.data as Record<string, unknown>;
  throw problem(
    'invalid_input',
    {},
    parsed.error.issues.slice(0, 20).map((issue) => ({
      path: issue.path.join('.'),
      message: issue.message,
    })),
  );
};

/** Parses a JSON body. Invalid UTF-8 and invalid JSON are different errors. */
export const parseJson = (bytes: Buffer): unknown => {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw problem('bad_encoding');
  }
  if (text.trim() === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw problem('bad_json', { where: 'request body' });
  }
};

/**
 * The name of a parameter for a query string that can't be decoded. The router's parser must not throw, so `checkText()` rejects it later.
 */
const undecodable = '\u0000';

/** Parses a query string. If a name occurs several times, the first value counts. */
export const parseQuery = (text: string): Record<string, string> => {
  const found: Record<string, string> = Object.create(null);
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    try {
      const key = decodeURIComponent(name.replaceAll('+', ' '));
      found[key] ??= decodeURIComponent(value.replaceAll('+', ' '));
    } catch {
      return { [undecodable]: '' };
    }
  }
  return found;
};
