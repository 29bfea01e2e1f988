import { webcrypto } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  groupedReceipt,
  readReceipt,
  receiptOf,
  receiptText,
} from '#contract/elections/receipt.ts';
import { ballotReceipt } from './receipt.ts';

const ballot = {
  election: '7',
  nonce: '00112233445566778899aabbccddeeff',
  contests: ['3', '1', '2'],
  votes: { 1: ['5', '4'], 2: [], 3: ['w:Ann%20Lee'] },
};

test('the ballot text lists contests in the election’s order', () => {
  expect(receiptText(ballot)).toBe(
    'commons-ballot/1 7 00112233445566778899aabbccddeeff 3:w:Ann%20Lee;1:5,4;2:',
  );
});

test('the browser and the server compute the same receipt', async () => {
  // From Python: base32 of hashlib.sha256(text).digest()[:10], translated to Crockford's alphabet.
  const receipt = '2JWY28SXH9DAE4KE';
  expect(ballotReceipt(ballot)).toBe(receipt);
  expect(await receiptOf(ballot, (bytes) => webcrypto.subtle.digest('SHA-256', bytes))).toBe(
    receipt,
  );
});

test('a receipt can be typed in upper or lower case, with or without groups', () => {
  expect(groupedReceipt('0123456789ABCDEF')).toBe('0123 4567 89AB CDEF');
  expect(readReceipt(' o123-4567 89ab cdef')).toBe('0123456789ABCDEF');
  expect(readReceipt('IL23456789ABCDEF')).toBe('1123456789ABCDEF');
  expect(readReceipt('0123456789ABCDEU')).toBeUndefined();
  expect(readReceipt('0123456789ABCDE')).toBeUndefined();
});
