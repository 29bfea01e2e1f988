import { expect, test, vi } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { errors, everyCallErrors, type ErrorCode } from '#contract/errors.ts';
import ar from 'messages:ar';
import de from 'messages:de';
import { english as en } from '../testing/english.ts';
import { CallError } from './call-error.ts';
import { errorKey, errorText, withWords } from './error-text.ts';
import { NotLoaded } from './lazy-module.ts';
import { createMessages } from './messages.ts';

const errorOf = (code: ErrorCode, retryAfter: number | null = null) =>
  new CallError({
    status: errors[code].status,
    code,
    message: 'as the server says it',
    retryAfter,
  });

/** All error codes that an endpoint lists, plus those that any call can return. */
const listed: readonly ErrorCode[] = [
  ...new Set([...everyCallErrors, ...endpoints.flatMap((endpoint) => endpoint.errors ?? [])]),
];

test('endpoints list more than 90 error codes', () => {
  expect(listed.length).toBeGreaterThan(90);
});

test.each([
  ['English', en],
  ['German', de],
  ['Arabic', ar],
] as const)('%s has a text for every code that an endpoint lists', (_, catalogue) => {
  const words = (code: ErrorCode) => catalogue[errorKey(code)];
  expect(listed.filter((code) => !words(code))).toEqual([]);
  // Only errors that no one can explain further show as unknown errors.
  expect(listed.filter((code) => words(code) === catalogue['error.unknown'])).toEqual(['internal']);
});

test('a rare error shows the unknown error text until its own text loads', async () => {
  // A new copy of the modules, because loaded messages stay.
  vi.resetModules();
  const [{ CallError: OwnError }, own, { addEnglish, createMessages: create }] = await Promise.all([
    import('./call-error.ts'),
    import('./error-text.ts'),
    import('./messages.ts'),
  ]);
  addEnglish({ 'error.unknown': en['error.unknown'] });
  const english = create('en', {});
  const error = new OwnError({ status: 422, code: 'picture_heic', message: '' });
  expect(own.errorText(error, english)).toBe(en['error.unknown']);
  expect(await own.withWords(error)).toBe(error);
  expect(own.errorText(error, english)).toBe(en['error.picture_heic']);
});

test('unknown codes and unknown errors show the unknown error text, and unloaded parts show their own', async () => {
  const english = createMessages('en', {});
  const foreign = errorOf('internal');
  Object.assign(foreign, { code: 'of_a_newer_server' });
  expect(errorText(await withWords(foreign), english)).toBe(en['error.unknown']);
  expect(errorText(new Error('boom'), english)).toBe(en['error.unknown']);
  expect(errorText(new NotLoaded(), english)).toBe(en['error.notLoaded']);
});

test('a rate limit error shows the wait time if the server sends it', () => {
  const english = createMessages('en', {});
  expect(errorText(errorOf('too_many_requests', 9), english)).toContain('9 seconds');
  expect(errorText(errorOf('too_many_requests'), english)).toBe(en['error.tooManySoon']);
});
