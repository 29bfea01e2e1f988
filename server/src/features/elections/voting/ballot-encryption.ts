import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import type { Votes } from '#contract/elections/voting.endpoints.ts';
import { electionLimits, writeInPrefix } from '#contract/elections/limits.ts';
import type { ContestRow } from '../elections.queries.ts';
import { isOnBallot } from '../elections.rules.ts';

/*
 * Encrypts ballots while voting runs. The election's secret is in the file store, never in the database or a backup, and is destroyed after
 * the count. Without it, an encrypted ballot doesn't reveal its voter, whether it has a vote, or which (docs/decisions/071-elections.md).
 */

export const secretBytes = 32;
/** Bytes of a contest's id and of a choice in a ballot, with their punctuation. */
const contestBytes = 30;
const choiceBytes = 20;
/** A percent-encoded character has at most nine characters. A ballot has at most one write-in per contest. */
const writeInBytes = ({ allows_write_ins: allows }: ContestRow): number =>
  allows ? writeInPrefix.length + electionLimits.writeIn * 9 : 0;
const ivBytes = 12;
const tagBytes = 16;

/** A ballot as it is encrypted. */
export interface Ballot {
  readonly nonce: string;
  readonly votes: Votes;
}

/** The row of a voter who got a paper ballot, in place of a ballot. */
export const paperMark = { paper: true } as const;

/** Contents of a voter's row. */
export type VoterBallot = Ballot | typeof paperMark;

export const isPaperMark = (stored: VoterBallot): stored is typeof paperMark => 'paper' in stored;

/** The keys that are derived from an election's secret. */
export interface BallotKeys {
  readonly number: KeyObject;
  readonly ballot: KeyObject;
}

export const ballotKeys = (secret: Buffer): BallotKeys => {
  const key = (purpose: string) =>
    createSecretKey(createHmac('sha256', secret).update(`commons-election:${purpose}`).digest());
  return { number: key('number'), ballot: key('ballot') };
};

/** Returns the number of a voter's row. */
export const voterNumber = (keys: BallotKeys, voter: number): Buffer =>
  createHmac('sha256', keys.number).update(String(voter)).digest();

/** Returns the bytes that the largest possible ballot needs, so that all encrypted ballots have the same length. */
export const ballotSize = (contests: readonly ContestRow[]): number => {
  const choices = ({ max_choices: max, candidates }: ContestRow) =>
    Math.min(max, candidates.filter(isOnBallot).length) + 1;
  return contests.reduce(
    (sum, contest) => sum + contestBytes + choices(contest) * choiceBytes + writeInBytes(contest),
    JSON.stringify({ nonce: ''.padEnd(32), votes: {} }).length,
  );
};

/** Encrypts a ballot, or null for a voter who hasn't voted. The row's number is authenticated, so rows can't be exchanged. */
export const encryptBallot = (
  keys: BallotKeys,
  number: Buffer,
  ballot: VoterBallot | null,
  size: number,
): Buffer => {
  const text = Buffer.from(ballot === null ? '' : JSON.stringify(ballot));
  if (text.length > size) throw new Error('a ballot is longer than the election allows');
  const padded = Buffer.concat([text, Buffer.alloc(size - text.length, ' ')]);
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', keys.ballot, iv).setAAD(number);
  const body = Buffer.concat([cipher.update(padded), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
};

/** Returns the size of the ballot in a encrypted one. */
export const encryptedSize = (encrypted: Buffer): number => encrypted.length - ivBytes - tagBytes;

/** Decrypts a ballot. Returns null if the voter hasn't voted. Throws if someone changed the row. */
export const decryptBallot = (
  keys: BallotKeys,
  number: Buffer,
  encrypted: Buffer,
): VoterBallot | null => {
  const decipher = createDecipheriv('aes-256-gcm', keys.ballot, encrypted.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  }).setAAD(number);
  decipher.setAuthTag(encrypted.subarray(ivBytes, ivBytes + tagBytes));
  const padded = Buffer.concat([
    decipher.update(encrypted.subarray(ivBytes + tagBytes)),
    decipher.final(),
  ]);
  const text = padded.toString().trimEnd();
  // `encryptBallot` wrote it.
  return text === '' ? null : (JSON.parse(text) as VoterBallot);
};
