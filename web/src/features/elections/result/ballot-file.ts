import { nextTask } from '../../../lib/next-task.ts';
import { hashOfLine, receiptOfBallot } from '../ballot/receipts.ts';

/*
 * Checks the file of ballots in the browser: the chain of hashes, every receipt, and the number of ballots. It doesn't count: the command
 * does that, with code that shares nothing with the server's.
 */

export type FileProblem =
  | 'format_unknown'
  | 'line_invalid'
  | 'chain_broken'
  | 'receipt_mismatch'
  | 'order_wrong'
  | 'ballots_differ';

export interface FileCheck {
  readonly ballots: number;
  /** The first problem of each kind, with its line. */
  readonly problems: readonly { readonly line: number; readonly code: FileProblem }[];
  /** The receipts in the order of the file. */
  readonly receipts: readonly string[];
  /** The key, the signed text and the signature, or null if one of them is missing. */
  readonly signed: {
    readonly key: string;
    readonly text: string;
    readonly signature: string;
  } | null;
}

type Json = Record<string, unknown>;
const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const parse = (line: string): Json | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const isVotes = (value: unknown): value is Record<string, string[]> =>
  isRecord(value) && Object.values(value).every((one) => Array.isArray(one));

/** Lines between pauses, so that the page stays responsive. */
const linesPerTurn = 500;

/** Checks a file. Reads a changed or cut file without failing. */
export async function checkBallotFile(text: string): Promise<FileCheck> {
  const problems: { line: number; code: FileProblem }[] = [];
  const report = (line: number, code: FileProblem) => {
    if (!problems.some((one) => one.code === code)) problems.push({ line, code });
  };
  const lines = text.split('\n');
  // The last line ends with a line feed too.
  if (lines.at(-1) === '') lines.pop();
  const header = parse(lines[0] ?? '');
  if (header?.['format'] !== 'commons-election/1' || !Array.isArray(header['contests']))
    return {
      ballots: 0,
      problems: [{ line: 1, code: 'format_unknown' }],
      receipts: [],
      signed: null,
    };
  const contests = (header['contests'] as unknown[]).map((one) =>
    textOf(isRecord(one) ? one['id'] : undefined),
  );
  const receipts: string[] = [];
  let stated: number | undefined;
  let signature: string | undefined;
  let signedText = '';
  let before = lines[0] ?? '';
  for (const [nth, line] of lines.entries()) {
    if (nth === 0) continue;
    if (nth % linesPerTurn === 0) await nextTask();
    const number = nth + 1;
    const value = parse(line);
    if (value === undefined) {
      report(number, 'line_invalid');
      before = line;
      continue;
    }
    const prev = textOf(value['prev']);
    if (prev !== hashOfLine(before)) report(number, 'chain_broken');
    before = line;
    if (typeof value['signature'] === 'string') {
      signature = value['signature'];
      signedText = prev;
    } else if (typeof value['ballots'] === 'number') stated = value['ballots'];
    else {
      const receipt = textOf(value['receipt']);
      const { votes } = value;
      if (!isVotes(votes)) report(number, 'line_invalid');
      else if (
        receipt !==
        receiptOfBallot({
          election: textOf(header['election']),
          nonce: textOf(value['nonce']),
          contests,
          votes,
        })
      )
        report(number, 'receipt_mismatch');
      if (receipt <= (receipts.at(-1) ?? '')) report(number, 'order_wrong');
      receipts.push(receipt);
    }
  }
  if (stated !== receipts.length) report(lines.length, 'ballots_differ');
  const key = textOf(header['key']);
  return {
    ballots: receipts.length,
    problems,
    receipts,
    signed: signature === undefined || key === '' ? null : { key, text: signedText, signature },
  };
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );

/** Checks the signature with the key in the file. Null if this browser can't, such as on an insecure origin. */
export async function isSignatureValid({
  key,
  text,
  signature,
}: NonNullable<FileCheck['signed']>): Promise<boolean | null> {
  // Insecure origins don't have it, although its type says so.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  let imported: CryptoKey;
  try {
    imported = await subtle.importKey('raw', bytesOf(key), 'Ed25519', false, ['verify']);
  } catch (error) {
    // Older browsers don't know the algorithm. A key that isn't one is a wrong signature.
    return error instanceof DOMException && error.name === 'NotSupportedError' ? null : false;
  }
  try {
    return await subtle.verify(
      'Ed25519',
      imported,
      bytesOf(signature),
      new TextEncoder().encode(text),
    );
  } catch {
    return false;
  }
}
