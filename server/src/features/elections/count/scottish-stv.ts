import {
  candidatesOf,
  emptyRank,
  groupPapers,
  type Contest,
  type PaperGroup,
  type Papers,
} from './contest.ts';
import { breakTie, candidatesWith, type Settlement } from './tie-break.ts';

/*
 * The single transferable vote of the Scottish Local Government Elections Order 2011 (SSI 2011/399, schedule 1, rules 46 to 53):
 * weighted inclusive Gregory method, Droop quota, five decimal places. Votes and values are whole numbers of 0.00001. They are BigInt,
 * because the product of a surplus and a value exceeds 2^53 from about 900,000 papers.
 */
const one = 100_000n;

const decimalText = (units: bigint): string =>
  `${units / one}.${String(units % one).padStart(5, '0')}`;

/** Papers of a transfer that had the same value. `received` is the value before the transfer. */
export interface Parcel {
  readonly received: string;
  readonly value: string;
  readonly papers: number;
  readonly nonTransferable: number;
}

export type StvAct =
  | { readonly kind: 'first' }
  | {
      readonly kind: 'surplus';
      readonly candidate: number;
      readonly surplus: string;
      readonly parcels: Parcel[];
    }
  | { readonly kind: 'exclude'; readonly candidate: number; readonly parcels: Parcel[] };

export interface StvStage {
  readonly stage: number;
  readonly act: StvAct;
  /** Votes in the order of candidates, with five decimal places. */
  readonly votes: string[];
  readonly nonTransferable: string;
  readonly elected: number[];
  readonly withoutQuota?: number[];
}

export type StvTie = {
  readonly stage: number;
  readonly act: 'surplus' | 'exclude';
  readonly tied: number[];
} & Settlement<'stage'>;

export interface StvCount {
  readonly method: 'scottish-stv';
  readonly seats: number;
  readonly valid: number;
  readonly invalid: number;
  /** Null without valid papers. */
  readonly quota: string | null;
  readonly stages: StvStage[];
  readonly elected: number[];
  readonly ties: StvTie[];
}

/** Returns the preferences of a valid paper without empty ranks and withdrawn candidates. Undefined if the paper is invalid. */
const preferencesOf = (
  ranking: readonly number[],
  candidates: number,
  withdrawn: ReadonlySet<number>,
): number[] | undefined => {
  const ranked = ranking.filter((rank) => rank !== emptyRank);
  if (ranked.some((rank) => !Number.isInteger(rank) || rank < 1 || rank > candidates))
    return undefined;
  if (new Set(ranked).size < ranked.length) return undefined;
  const preferences = ranked.filter((candidate) => !withdrawn.has(candidate));
  return preferences.length > 0 ? preferences : undefined;
};

export function countScottishStv(contest: Contest): StvCount {
  const { candidates, seats, lots } = contest;
  const withdrawn = new Set(contest.withdrawn);
  let [valid, invalid] = [0, 0];
  const validBallots: Papers[] = [];
  for (const [papers, ranking] of contest.ballots) {
    const preferences = preferencesOf(ranking, candidates, withdrawn);
    if (preferences === undefined) {
      invalid += papers;
      continue;
    }
    valid += papers;
    validBallots.push([papers, preferences]);
  }
  const stages: StvStage[] = [];
  const elected: number[] = [];
  const ties: StvTie[] = [];
  const outcome = { method: 'scottish-stv', seats, valid, invalid } as const;
  if (valid === 0) return { ...outcome, quota: null, stages, elected, ties };

  const quota = (BigInt(valid) / BigInt(seats + 1) + 1n) * one;
  const continuing = new Set(
    candidatesOf(contest).filter((candidate) => !withdrawn.has(candidate)),
  );
  /** The papers that each candidate holds, by their value. */
  const held = candidatesOf(contest).map(() => new Map<bigint, PaperGroup[]>());
  const votes = candidatesOf(contest).map(() => 0n);
  /** Votes at the end of each stage, for ties. */
  const history: bigint[][] = [];
  const votesOf = (candidate: number): bigint => votes[candidate - 1] ?? 0n;

  const give = (group: PaperGroup, candidate: number, value: bigint): void => {
    const piles = held[candidate - 1];
    const pile = piles?.get(value);
    if (pile === undefined) piles?.set(value, [group]);
    else pile.push(group);
    votes[candidate - 1] = votesOf(candidate) + BigInt(group.papers) * value;
  };

  /** Moves a group to its next continuing candidate. Returns false if there is none. */
  const move = (group: PaperGroup, value: bigint): boolean => {
    while (group.next < group.ranking.length) {
      const candidate = group.ranking[group.next] ?? 0;
      group.next += 1;
      if (!continuing.has(candidate)) continue;
      give(group, candidate, value);
      return true;
    }
    return false;
  };

  /** Moves all papers of a candidate, those of the highest value first. */
  const transfer = (candidate: number, valueAfter: (received: bigint) => bigint): Parcel[] => {
    const piles = [...(held[candidate - 1] ?? [])].toSorted(([a], [b]) => (a > b ? -1 : 1));
    held[candidate - 1]?.clear();
    return piles.map(([received, groups]) => {
      const value = valueAfter(received);
      let [papers, nonTransferable] = [0, 0];
      for (const group of groups) {
        papers += group.papers;
        if (!move(group, value)) nonTransferable += group.papers;
      }
      return {
        received: decimalText(received),
        value: decimalText(value),
        papers,
        nonTransferable,
      };
    });
  };

  const choose = (act: 'surplus' | 'exclude', from: readonly number[]): number => {
    const extreme = act === 'surplus' ? 'most' : 'fewest';
    const tied = candidatesWith(extreme, from, votes);
    const [only = 0] = tied;
    if (tied.length === 1) return only;
    const settlement = breakTie(tied, extreme, history, lots, 'stage');
    ties.push({ stage: stages.length + 1, act, tied, ...settlement });
    return settlement.chosen;
  };

  /** Transfers the largest surplus, or excludes the candidate with the fewest votes if no surplus waits. */
  const nextAct = (): StvAct => {
    const withSurplus = elected
      .filter((candidate) => votesOf(candidate) > quota)
      .toSorted((a, b) => a - b);
    if (withSurplus.length > 0) {
      const candidate = choose('surplus', withSurplus);
      const total = votesOf(candidate);
      const surplus = total - quota;
      const parcels = transfer(candidate, (received) => (surplus * received) / total);
      votes[candidate - 1] = quota;
      return { kind: 'surplus', candidate, surplus: decimalText(surplus), parcels };
    }
    const candidate = choose('exclude', [...continuing]);
    continuing.delete(candidate);
    votes[candidate - 1] = 0n;
    return { kind: 'exclude', candidate, parcels: transfer(candidate, (received) => received) };
  };

  const endStage = (act: StvAct): void => {
    const reached = [...continuing].filter((candidate) => votesOf(candidate) >= quota);
    const others = [...continuing].filter((candidate) => !reached.includes(candidate));
    const vacancies = seats - elected.length - reached.length;
    const withoutQuota = others.length <= vacancies ? others : [];
    const inOrder = (list: number[]) =>
      list.toSorted((a, b) =>
        votesOf(a) === votesOf(b) ? a - b : votesOf(a) > votesOf(b) ? -1 : 1,
      );
    const electedNow = inOrder([...reached, ...withoutQuota]);
    for (const candidate of electedNow) continuing.delete(candidate);
    elected.push(...electedNow);
    history.push([...votes]);
    stages.push({
      stage: stages.length + 1,
      act,
      votes: votes.map(decimalText),
      nonTransferable: decimalText(BigInt(valid) * one - votes.reduce((sum, own) => sum + own, 0n)),
      elected: electedNow,
      ...(withoutQuota.length > 0 && { withoutQuota: inOrder(withoutQuota) }),
    });
  };

  for (const group of groupPapers(validBallots)) move(group, one);
  endStage({ kind: 'first' });
  while (elected.length < seats && continuing.size > 0) endStage(nextAct());
  return { ...outcome, quota: decimalText(quota), stages, elected, ties };
}
