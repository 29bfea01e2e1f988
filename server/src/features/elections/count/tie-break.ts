import { CountError } from './contest.ts';

/** A tie, and the earlier stage or the lot that decided it. `chosen` is excluded, or its surplus is transferred first. */
export type Settlement<Period extends string> =
  | { readonly settledBy: Period; readonly at: number; readonly chosen: number }
  | { readonly settledBy: 'lot'; readonly among: number[]; readonly chosen: number };

/** Returns the candidates with the most or the fewest votes. `votes` are in the order of candidates. */
export const candidatesWith = (
  extreme: 'most' | 'fewest',
  candidates: readonly number[],
  votes: readonly (number | bigint)[],
): number[] => {
  const votesOf = (candidate: number) => votes[candidate - 1] ?? 0;
  let best: number[] = [];
  for (const candidate of candidates) {
    const [first] = best;
    const [own, other] = [votesOf(candidate), first === undefined ? undefined : votesOf(first)];
    if (other === undefined || (extreme === 'most' ? own > other : own < other)) best = [candidate];
    else if (own === other) best.push(candidate);
  }
  return best;
};

/** Returns the first of the tied candidates in the order of the lot. */
export const drawLot = (tied: readonly number[], lots: readonly number[]): number => {
  const drawn = lots.find((candidate) => tied.includes(candidate));
  if (drawn === undefined || !tied.every((candidate) => lots.includes(candidate)))
    throw new CountError('lot_missing');
  return drawn;
};

/**
 * Decides between tied candidates: at each earlier stage, beginning with the last one, only those with the most (or fewest) votes remain.
 * If several are equal at all stages, the lot decides.
 */
export const breakTie = <Period extends string>(
  tied: readonly number[],
  extreme: 'most' | 'fewest',
  earlier: readonly (readonly (number | bigint)[])[],
  lots: readonly number[],
  period: Period,
): Settlement<Period> => {
  let among = [...tied];
  for (let stage = earlier.length; stage >= 1; stage -= 1) {
    among = candidatesWith(extreme, among, earlier[stage - 1] ?? []);
    const [chosen] = among;
    if (among.length === 1 && chosen !== undefined) return { settledBy: period, at: stage, chosen };
  }
  return { settledBy: 'lot', among, chosen: drawLot(among, lots) };
};
