import type { z } from 'zod';
import { problem } from './problem.ts';

/** Refuses what the database cannot store or what is no text: NUL, lone surrogates, nesting without end. */
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

/** Parses one part of a request or refuses it, naming each field that is wrong. */
export const parseInput = (
  schema: z.ZodType | undefined,
  value: unknown,
): Record<string, unknown> => {
  if (schema === undefined) return {};
  const parsed = schema.safeParse(value === undefined ? {} : value);
  // Every params, query and body schema of the contract is an object.
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

/** A JSON body as bytes → its value; refuses broken UTF-8 and broken JSON apart. */
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

/** Parameter name that stands for a query string that could not be decoded; checkText() refuses it. The router's parser must not throw. */
const undecodable = '\u0000';

/** A query string → its parameters. A name given twice keeps its first value. */
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
