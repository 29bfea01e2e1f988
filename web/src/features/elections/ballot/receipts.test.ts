import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { groupedReceipt, receiptOfHash, receiptText } from '#contract/elections/receipt.ts';
import { newNonce, readNonce, readReceiptFile, receiptFile, receiptOfBallot } from './receipts.ts';

const ballot = {
  election: '12',
  nonce: '00112233445566778899aabbccddeeff',
  contests: ['7', '8'],
  votes: { '7': ['3', `w:${encodeURIComponent('Zoë')}`], '8': [] },
};

test('the device computes the same receipt as Node’s SHA-256', () => {
  const hash = createHash('sha256').update(receiptText(ballot)).digest();
  expect(receiptOfBallot(ballot)).toBe(receiptOfHash(hash));
  expect(receiptOfBallot({ ...ballot, nonce: newNonce() })).not.toBe(receiptOfBallot(ballot));
});

test('nonces are random and valid', () => {
  const nonces = new Set(Array.from({ length: 50 }, newNonce));
  expect(nonces.size).toBe(50);
  for (const nonce of nonces) expect(readNonce(nonce)).toBe(nonce);
  expect(readNonce(' AABB'.repeat(8))).toBe('aabb'.repeat(8));
  expect(readNonce('g'.repeat(32))).toBeUndefined();
});

test('a receipt file works only for its election and contains no choices', () => {
  const receipt = receiptOfBallot(ballot);
  const file = receiptFile('Beleg: election: 99', { election: '12', receipt, nonce: ballot.nonce });
  expect(file).toContain(groupedReceipt(receipt));
  expect(file).not.toContain('Zo');
  expect(readReceiptFile(file, '12')).toEqual({ receipt, nonce: ballot.nonce });
  expect(readReceiptFile(file.replaceAll('\n', '\r\n'), '12')).toEqual({
    receipt,
    nonce: ballot.nonce,
  });
  expect(readReceiptFile(file, '13')).toBeUndefined();
  expect(readReceiptFile(file.replace(/nonce: .*/, 'nonce: 12'), '12')).toBeUndefined();
  expect(readReceiptFile('', '12')).toBeUndefined();
});
