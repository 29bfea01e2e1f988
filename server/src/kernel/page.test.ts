import { expect, test } from 'vitest';
import { readCursor, writeCursor } from './page.ts';

const write = (key: unknown): string => Buffer.from(JSON.stringify(key)).toString('base64url');

test('a cursor can be read back', () => {
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
  ['no JSON', Buffer.from('nothing').toString('base64url')],
  ['no list', write({ 0: '2026-11-05T10:20:30.123Z', 1: 7, 2: 'x', length: 3 })],
  ['another length', write(['2026-11-05T10:20:30.123Z', 7])],
  ['another order', write([7, '2026-11-05T10:20:30.123Z', 'x'])],
  ['no time', write(['2026-13-05T10:20:30.123Z', 7, 'x'])],
  ['a time that the database does not take', write(['+275760-09-13T00:00:00.000Z', 7, 'x'])],
  ['a number that is not whole', write(['2026-11-05T10:20:30.123Z', 7.5, 'x'])],
  ['a number past what is exact', write(['2026-11-05T10:20:30.123Z', 2 ** 53, 'x'])],
  ['text that the database does not take', write(['2026-11-05T10:20:30.123Z', 7, 'a\0'])],
  ['half a character', write(['2026-11-05T10:20:30.123Z', 7, '\ud800'])],
])('a cursor with %s is rejected', (_what, cursor) => {
  expect(() =>
    readCursor<readonly [Date, number, string]>(cursor, ['time', 'number', 'text']),
  ).toThrow(expect.objectContaining({ code: 'bad_cursor' }));
});
