import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { receiptOfBallot } from '../ballot/receipts.ts';
import { checkBallotFile, isSignatureValid } from './ballot-file.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const key = String(publicKey.export({ format: 'jwk' }).x);
const hashOf = (line: string) => createHash('sha256').update(line).digest('hex');

/** Builds a file as the server writes it. `change` edits a ballot before it is hashed. */
const fileOf = (count: number, change: (ballot: object, nth: number) => object = (one) => one) => {
  const lines = [
    JSON.stringify({
      format: 'commons-election/1',
      election: '12',
      key,
      contests: [{ id: '7' }, { id: '8' }],
    }),
  ];
  const add = (value: object) =>
    lines.push(JSON.stringify({ ...value, prev: hashOf(lines.at(-1) ?? '') }));
  const ballots = Array.from({ length: count }, (_, nth) => {
    const nonce = nth.toString(16).padStart(32, '0');
    const votes = { '7': ['1', '2'].slice(0, nth % 3), '8': ['yes'] };
    return {
      receipt: receiptOfBallot({ election: '12', nonce, contests: ['7', '8'], votes }),
      nonce,
      votes,
    };
  }).toSorted((a, b) => (a.receipt < b.receipt ? -1 : 1));
  for (const [nth, ballot] of ballots.entries()) add(change(ballot, nth));
  add({ ballots: count, results: {} });
  const prev = hashOf(lines.at(-1) ?? '');
  lines.push(
    JSON.stringify({
      prev,
      signature: sign(null, Buffer.from(prev), privateKey).toString('base64url'),
    }),
  );
  return { text: `${lines.join('\n')}\n`, ballots };
};
const codesOf = async (text: string) =>
  (await checkBallotFile(text)).problems.map(({ code }) => code);

test('a valid file has no problems, lists all receipts and has a valid signature', async () => {
  const { text, ballots } = fileOf(1_200);
  const check = await checkBallotFile(text);
  expect(check).toMatchObject({ ballots: 1_200, problems: [] });
  expect(check.receipts).toEqual(ballots.map(({ receipt }) => receipt));
  if (check.signed === null) throw new Error('the file has a signature');
  expect(await isSignatureValid(check.signed)).toBe(true);
  expect(await isSignatureValid({ ...check.signed, text: hashOf('other') })).toBe(false);
  expect(await isSignatureValid({ ...check.signed, key: 'short' })).toBe(false);
});

test('a changed vote breaks its receipt and the chain', async () => {
  const { text } = fileOf(6);
  const changed = text.replace('["yes"]', '["no"]');
  expect(await checkBallotFile(changed)).toMatchObject({
    problems: [
      { line: 2, code: 'receipt_mismatch' },
      { line: 3, code: 'chain_broken' },
    ],
  });
});

test('a vote changed before hashing still breaks its receipt', async () => {
  const { text } = fileOf(6, (one, nth) =>
    nth === 3 ? { ...one, votes: { '7': ['2'], '8': ['no'] } } : one,
  );
  expect((await checkBallotFile(text)).problems).toEqual([{ line: 5, code: 'receipt_mismatch' }]);
});

test('the check reports removed, swapped and unreadable lines, and a file without a signature', async () => {
  const { text } = fileOf(6);
  const lines = text.trimEnd().split('\n');
  const join = (some: readonly string[]) => `${some.join('\n')}\n`;
  expect(await codesOf(join(lines.toSpliced(2, 1)))).toEqual(['chain_broken', 'ballots_differ']);
  const [second = '', third = ''] = lines.slice(2, 4);
  expect(await codesOf(join(lines.toSpliced(2, 2, third, second)))).toContain('order_wrong');
  expect(await codesOf(join(lines.toSpliced(2, 1, 'nothing')))).toEqual([
    'line_invalid',
    'chain_broken',
    'ballots_differ',
  ]);
  const cut = await checkBallotFile(join(lines.slice(0, -1)));
  expect(cut.signed).toBeNull();
  expect(await codesOf('{"format":"other"}')).toEqual(['format_unknown']);
  expect(await codesOf('')).toEqual(['format_unknown']);
});
