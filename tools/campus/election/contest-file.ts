import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  checkContest,
  CountError,
  type Contest,
  type CountErrorCode,
  type Papers,
} from '#server/features/elections/count/contest.ts';
import { CommandError } from '../command-errors.ts';
import { readBlt } from './blt.ts';

/** A contest from a file, or the code of the problem that prevents counting it. */
export type FileContest = { readonly id: string | number | null } & (
  | { readonly contest: Contest }
  | { readonly error: FileErrorCode }
);

/** `format_unknown`: the file is neither a golden file nor BLT. */
export type FileErrorCode = CountErrorCode | 'format_unknown';

export class FormatUnknown extends Error {
  override name = 'FormatUnknown';
}

/** The ballots of a golden file: each rank is a candidate, or a list of candidates that share it. */
interface GoldenContest {
  readonly id?: unknown;
  readonly n?: unknown;
  readonly candidates?: unknown;
  readonly seats?: unknown;
  readonly ballots?: unknown;
  readonly lots?: unknown;
  readonly withdrawn?: unknown;
  /** Describes special ranks, which only ballots that were entered from paper have. */
  readonly ranks?: unknown;
}

const listOf = (value: unknown): readonly unknown[] => {
  if (!Array.isArray(value)) throw new FormatUnknown();
  return value;
};
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);

const papersOf = (ballot: unknown): Papers => {
  const [papers, ranking] = listOf(ballot);
  const ranks = listOf(ranking).flatMap((rank) => {
    if (!Array.isArray(rank)) return [numberOf(rank)];
    if (rank.length > 1) throw new CountError('rank_twice');
    return rank.map(numberOf);
  });
  return [numberOf(papers), ranks];
};

const readGolden = (golden: GoldenContest): Contest => {
  const candidates = golden.n ?? listOf(golden.candidates).length;
  if (typeof candidates !== 'number' || !Number.isSafeInteger(candidates) || candidates < 1)
    throw new FormatUnknown();
  const contest: Contest = {
    candidates,
    seats: numberOf(golden.seats),
    ballots: listOf(golden.ballots).map(papersOf),
    withdrawn: listOf(golden.withdrawn ?? []).map(numberOf),
    // Without a lot, golden files use ballot order.
    lots: golden.lots
      ? listOf(golden.lots).map(numberOf)
      : Array.from({ length: candidates }, (_, index) => index + 1),
  };
  checkContest(contest, { isFromPaper: golden.ranks !== undefined });
  return contest;
};

const attempt = (id: FileContest['id'], read: () => Contest): FileContest => {
  try {
    return { id, contest: read() };
  } catch (error) {
    if (error instanceof CountError) return { id, error: error.code };
    if (error instanceof FormatUnknown) return { id, error: 'format_unknown' };
    throw error;
  }
};

const readGoldenContest = (item: unknown): FileContest => {
  const golden: GoldenContest = typeof item === 'object' && item !== null ? item : {};
  const id = typeof golden.id === 'string' || typeof golden.id === 'number' ? golden.id : null;
  return attempt(id, () => readGolden(golden));
};

/** More than any election. A small compressed file can expand to any size. */
const largestFile = 1_073_741_824;

const readText = async (path: string): Promise<string> => {
  const bytes = await readFile(path).catch((error: unknown) => {
    throw new CommandError(`${path} does not exist or can’t be read.`, { cause: error });
  });
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  try {
    const plain = isCompressed ? gunzipSync(bytes, { maxOutputLength: largestFile }) : bytes;
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch (error) {
    const problem = isCompressed ? 'a gzip file of text' : 'UTF-8 text';
    throw new CommandError(`${path} is not ${problem}.`, { cause: error });
  }
};

/** Reads a golden file or a BLT file, compressed or not. `isList`: the file contains a list of contests. */
export const readContestFile = async (
  path: string,
): Promise<{ readonly isList: boolean; readonly contests: readonly FileContest[] }> => {
  const text = await readText(path);
  const name = basename(path)
    .replace(/\.gz$/, '')
    .replace(/\.\w+$/, '');
  if (!/^\s*[[{]/.test(text))
    return {
      isList: false,
      contests: [
        attempt(name, () => {
          const contest = readBlt(text);
          if (contest === undefined) throw new FormatUnknown();
          checkContest(contest);
          return contest;
        }),
      ],
    };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { isList: false, contests: [{ id: name, error: 'format_unknown' }] };
  }
  return Array.isArray(json)
    ? { isList: true, contests: json.map(readGoldenContest) }
    : { isList: false, contests: [readGoldenContest(json)] };
};
