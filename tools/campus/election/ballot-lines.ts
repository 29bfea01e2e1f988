import { createHash } from 'node:crypto';

/* The lines of a file of ballots, as the verifier reads them. Readers return undefined for a line that doesn't have the format. */

/** A fraction, such as two thirds. */
interface Share {
  readonly numerator: number;
  readonly denominator: number;
}

export interface HeaderContest {
  readonly id: string;
  readonly kind: 'one' | 'several' | 'ranked' | 'yes_no';
  readonly method: 'irv' | 'scottish-stv' | null;
  readonly seats: number;
  readonly max: number | null;
  readonly candidates: readonly { readonly id: string }[];
  readonly withdrawn: readonly string[];
  readonly lots: readonly string[];
  readonly needsMajority: boolean;
  readonly share: Share | null;
}

export interface Header {
  readonly election: string;
  readonly voters: number;
  /** In percent of the voters. */
  readonly quorum: number | null;
  readonly key: string;
  readonly contests: readonly HeaderContest[];
}

export interface BallotLine {
  readonly receipt: string;
  readonly nonce: string;
  readonly votes: ReadonlyMap<string, readonly string[]>;
  readonly prev: string;
}

export interface ResultsLine {
  readonly ballots: number;
  readonly results: ReadonlyMap<string, unknown>;
  readonly prev: string;
}

export interface SignatureLine {
  readonly prev: string;
  readonly signature: string;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined;
const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
const isHash = (value: unknown): value is string => isText(value) && /^[0-9a-f]{64}$/.test(value);
const isShare = (value: unknown): value is Share => {
  const { numerator, denominator } = fieldsOf(value) ?? {};
  return isCount(numerator) && isCount(denominator) && denominator > 0;
};

/** Returns the object in a line, or undefined if it is not JSON in UTF-8, without white space around it. */
export const fieldsIn = (line: Buffer): Fields | undefined => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(line);
    return /^\{.*\}$/.test(text) ? fieldsOf(JSON.parse(text)) : undefined;
  } catch {
    return undefined;
  }
};

const contestIn = (value: unknown): HeaderContest | undefined => {
  const fields = fieldsOf(value);
  if (!fields) return undefined;
  const { id, kind } = fields;
  const seats = fields['seats'] ?? 1;
  const max = fields['max'] ?? null;
  const share = fields['share'] ?? null;
  const needsMajority = fields['needsMajority'] ?? false;
  const withdrawn = fields['withdrawn'] ?? [];
  const lots = fields['lots'] ?? [];
  if (kind !== 'one' && kind !== 'several' && kind !== 'ranked' && kind !== 'yes_no')
    return undefined;
  const method = kind === 'ranked' ? fields['method'] : null;
  if (method !== null && method !== 'irv' && method !== 'scottish-stv') return undefined;
  if (kind === 'ranked' && method === null) return undefined;
  const candidates = Array.isArray(fields['candidates']) ? fields['candidates'].map(fieldsOf) : [];
  const ids = candidates.map((candidate) => candidate?.['id']);
  if (!isText(id) || !isTexts(ids) || !isTexts(withdrawn) || !isTexts(lots)) return undefined;
  if (!isCount(seats) || seats === 0 || !(max === null || isCount(max))) return undefined;
  if (typeof needsMajority !== 'boolean' || !(share === null || isShare(share))) return undefined;
  return {
    id,
    kind,
    method,
    seats,
    max,
    candidates: ids.map((candidate) => ({ id: candidate })),
    withdrawn,
    lots,
    needsMajority,
    share,
  };
};

export const headerIn = (fields: Fields): Header | undefined => {
  const { election, voters, key, quorum = null } = fields;
  const contests = Array.isArray(fields['contests']) ? fields['contests'].map(contestIn) : [];
  const known = contests.filter((contest) => contest !== undefined);
  if (!isText(election) || !isCount(voters) || !isText(key)) return undefined;
  if (!(quorum === null || isCount(quorum))) return undefined;
  const areUnique = new Set(known.map(({ id }) => id)).size === known.length;
  if (known.length === 0 || known.length < contests.length || !areUnique) return undefined;
  return { election, voters, key, quorum, contests: known };
};

export const ballotIn = ({ receipt, nonce, votes, prev }: Fields): BallotLine | undefined => {
  const entries = Object.entries(fieldsOf(votes) ?? {});
  const choices = entries.filter((entry): entry is [string, string[]] => isTexts(entry[1]));
  const isFormat =
    isText(receipt) &&
    /^[0-9A-HJKMNP-TV-Z]{16}$/.test(receipt) &&
    isText(nonce) &&
    /^[0-9a-f]{32}$/.test(nonce) &&
    isHash(prev) &&
    fieldsOf(votes) !== undefined &&
    choices.length === entries.length;
  return isFormat ? { receipt, nonce, votes: new Map(choices), prev } : undefined;
};

export const resultsIn = ({ ballots, results, prev }: Fields): ResultsLine | undefined => {
  const entries = fieldsOf(results);
  return entries !== undefined && isCount(ballots) && isHash(prev)
    ? { ballots, results: new Map(Object.entries(entries)), prev }
    : undefined;
};

export const signatureIn = ({ prev, signature }: Fields): SignatureLine | undefined =>
  isHash(prev) && isText(signature) ? { prev, signature } : undefined;

export const lineHash = (line: Buffer): string => createHash('sha256').update(line).digest('hex');

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Computes a receipt: the first 80 bits of the SHA-256, as a number in base 32. */
export const receiptFor = (
  { election, contests }: Header,
  { nonce, votes }: Pick<BallotLine, 'nonce' | 'votes'>,
): string => {
  const text = contests.map(({ id }) => `${id}:${(votes.get(id) ?? []).join()}`).join(';');
  const hash = lineHash(Buffer.from(`commons-ballot/1 ${election} ${nonce} ${text}`));
  let number = BigInt(`0x${hash.slice(0, 20)}`);
  let receipt = '';
  for (let place = 0; place < 16; place += 1) {
    receipt = digits.charAt(Number(number % 32n)) + receipt;
    number /= 32n;
  }
  return receipt;
};
