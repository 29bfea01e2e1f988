import { expect, test } from 'vitest';
import { readCursor, writeCursor } from './page.ts';

const write = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url');

test('readCursor() returns what writeCursor() encoded', () => {
  const at = new Date('2026-11-05T10:20:30.123Z');
  const cursor = writeCursor([at, 7, 'Ödön']);
  expect(readCursor<readonly [Date, number, string]>(cursor, ['time', 'number', 'text'])).toEqual([
    at,
    7,
    'Ödön',
  ]);
  expect(readCursor<readonly [number]>(undefined, ['number'])).toBeNull();
});

test.each([
  ['invalid JSON', Buffer.from('nothing').toString('base64url')],
  [
    'an object instead of a list',
    write({ 0: '2026-11-05T10:20:30.123Z', 1: 7, 2: 'x', length: 3 }),
  ],
  ['too few values', write(['2026-11-05T10:20:30.123Z', 7])],
  ['values in the wrong order', write([7, '2026-11-05T10:20:30.123Z', 'x'])],
  ['an invalid time', write(['2026-13-05T10:20:30.123Z', 7, 'x'])],
  ["a time outside PostgreSQL's range", write(['+275760-09-13T00:00:00.000Z', 7, 'x'])],
  ['a fraction', write(['2026-11-05T10:20:30.123Z', 7.5, 'x'])],
  ['a number above the largest safe integer', write(['2026-11-05T10:20:30.123Z', 2 ** 53, 'x'])],
  ['text with a null character', write(['2026-11-05T10:20:30.123Z', 7, 'a\0'])],
  ['half a surrogate pair', write(['2026-11-05T10:20:30.123Z', 7, '\ud800'])],
])('readCursor() rejects a cursor with %s', (_what, cursor) => {
  expect(() =>
    readCursor<readonly [Date, number, string]>(cursor, ['time', 'number', 'text']),
  ).toThrow(expect.objectContaining({ code: 'bad_cursor' }));
});
