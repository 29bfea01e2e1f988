import { createHash } from 'node:crypto';
import { receiptOfHash, receiptText, type ReceiptBallot } from '#contract/elections/receipt.ts';

/** Computes the receipt of a ballot immediately; the contract's `receiptOf` waits for the browser's hash function. */
export const ballotReceipt = (ballot: ReceiptBallot): string =>
  receiptOfHash(createHash('sha256').update(receiptText(ballot)).digest());
