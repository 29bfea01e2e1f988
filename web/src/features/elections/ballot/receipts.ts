import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  groupedReceipt,
  readReceipt,
  receiptOfHash,
  receiptText,
  type ReceiptBallot,
} from '#contract/elections/receipt.ts';
import type { PreviousBallot } from './ballot-draft.ts';

/*
 * Receipts on the voter's device. Browsers offer crypto.subtle only on secure origins, and schools also run Commons without TLS in their
 * own network, so a library computes the hash.
 */

/** Computes the receipt of a ballot. */
export const receiptOfBallot = (ballot: ReceiptBallot): string =>
  receiptOfHash(sha256(utf8ToBytes(receiptText(ballot))));

/** Returns the SHA-256 of a line in hexadecimal digits. */
export const hashOfLine = (line: string): string => bytesToHex(sha256(utf8ToBytes(line)));

const nonceBytes = 16;
/** Makes a nonce for a ballot. */
export const newNonce = (): string =>
  bytesToHex(crypto.getRandomValues(new Uint8Array(nonceBytes)));

const noncePattern = /^[0-9a-f]{32}$/;
/** Returns the nonce that a person typed or pasted, or undefined. */
export const readNonce = (typed: string): string | undefined => {
  const nonce = typed.replaceAll(/\s/g, '').toLowerCase();
  return noncePattern.test(nonce) ? nonce : undefined;
};

/** Writes the file that a voter saves. `note` explains it in their language; the other lines stay the same, so that the page can read it. */
export const receiptFile = (
  note: string,
  { election, receipt, nonce }: { election: string } & PreviousBallot,
): string =>
  [
    note,
    '',
    `election: ${election}`,
    `receipt: ${groupedReceipt(receipt)}`,
    `nonce: ${nonce}`,
    '',
  ].join('\n');

/** Reads a saved file. Returns undefined if it isn't one, or belongs to another election. */
export function readReceiptFile(text: string, election: string): PreviousBallot | undefined {
  const valueOf = (name: string) =>
    new RegExp(String.raw`^${name}:[ \t]*(.+?)\s*$`, 'm').exec(text)?.[1] ?? '';
  const receipt = readReceipt(valueOf('receipt'));
  const nonce = readNonce(valueOf('nonce'));
  if (valueOf('election') !== election || receipt === undefined || nonce === undefined)
    return undefined;
  return { receipt, nonce };
}
