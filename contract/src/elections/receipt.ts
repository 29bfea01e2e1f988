/*
 * The receipt of a ballot: the voter's device and the server compute it from the same text, so that voters can find their ballot in the
 * published file. This file imports nothing, because browser and server both use it, and each hashes with its platform's functions.
 */

/** A ballot as its receipt covers it. */
export interface ReceiptBallot {
  readonly election: string;
  /** 32 lower-case hexadecimal digits, made on the voter's device. */
  readonly nonce: string;
  /** The contests in the order of the election. */
  readonly contests: readonly string[];
  /** The candidates of each contest in order of preference; empty for a blank one. */
  readonly votes: Readonly<Record<string, readonly string[]>>;
}

/** Crockford's base 32, without the letters I, L, O and U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Characters of a receipt. */
export const receiptLength = 16;
const bitsPerCharacter = 5;
const groupLength = 4;

/** Returns the text that a receipt hashes. */
export const receiptText = ({ election, nonce, contests, votes }: ReceiptBallot): string => {
  const choices = contests.map((contest) => `${contest}:${(votes[contest] ?? []).join(',')}`);
  return `commons-ballot/1 ${election} ${nonce} ${choices.join(';')}`;
};

/** Returns the receipt for the SHA-256 of the text in UTF-8. */
export const receiptOfHash = (sha256: Uint8Array): string => {
  let text = '';
  for (let character = 0; character < receiptLength; character += 1) {
    const first = character * bitsPerCharacter;
    const byte = first >> 3;
    const pair = ((sha256[byte] ?? 0) << 8) | (sha256[byte + 1] ?? 0);
    text += alphabet.charAt((pair >> (16 - bitsPerCharacter - (first & 7))) & 31);
  }
  return text;
};

/** Computes a receipt. In a browser, `sha256` is `(bytes) => crypto.subtle.digest('SHA-256', bytes)`. */
export const receiptOf = async (
  ballot: ReceiptBallot,
  sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>,
): Promise<string> =>
  receiptOfHash(new Uint8Array(await sha256(new TextEncoder().encode(receiptText(ballot)))));

/** Returns the receipt in groups of four, as people read it. */
export const groupedReceipt = (receipt: string): string =>
  receipt.replace(new RegExp(`.{${groupLength}}(?=.)`, 'g'), '$& ');

/** Returns the receipt that a person typed or pasted, without groups, or undefined. Reads I and L as 1 and O as 0, as Crockford's base 32 does. */
export const readReceipt = (typed: string): string | undefined => {
  const text = typed.replace(/[\s-]/g, '').toUpperCase().replace(/[IL]/g, '1').replace(/O/g, '0');
  return text.length === receiptLength && [...text].every((letter) => alphabet.includes(letter))
    ? text
    : undefined;
};
