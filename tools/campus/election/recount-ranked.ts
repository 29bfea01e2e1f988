/*
 * The verifier's own count of ranked ballots. It shares no code with the server's counter, and works differently: it keeps a list of
 * events, replays it for every paper at each stage, and adds up all votes again. So a mistake in one counter is unlikely to be in the
 * other.
 */

/** A tie needs a lot, and the order of the lot is missing or incomplete. */
export class LotMissing extends Error {
  override name = 'LotMissing';
}

export interface RankedBallots {
  /** The number of candidates, who have the numbers from 1. */
  readonly candidates: number;
  readonly seats: number;
  /** A number of papers and their ranking: 0 is an empty rank, -1 a rank with several candidates. */
  readonly ballots: readonly (readonly [number, readonly number[]])[];
  readonly withdrawn: readonly number[];
  readonly lots: readonly number[];
}

interface Paper {
  readonly weight: bigint;
  readonly ranking: readonly number[];
}

/** Something that moves papers: the transfer of a surplus, or an exclusion. */
interface TransferEvent {
  readonly candidate: number;
  /** The candidates who continue, and so receive papers. */
  readonly receivers: ReadonlySet<number>;
  /** Of a surplus: the fraction at which the value of each paper is passed on. */
  readonly rate: { readonly surplus: bigint; readonly votes: bigint } | null;
}

interface Moved {
  readonly value: bigint;
  papers: bigint;
  lost: bigint;
}

type Choice =
  | { settledBy: 'lot'; among: number[]; chosen: number }
  | { settledBy: 'earlier'; at: number; chosen: number };

const scale = 10n ** 5n;

const text = (amount: bigint): string => {
  const digits = amount.toString().padStart(6, '0');
  return `${digits.slice(0, -5)}.${digits.slice(-5)}`;
};

const ascending = (list: Iterable<number>): number[] => [...list].sort((a, b) => a - b);

/** Returns the last period in which two candidates differ, or -1. */
const lastDifference = (periods: readonly (readonly bigint[])[], a: number, b: number): number =>
  periods.findLastIndex((votes) => votes[a] !== votes[b]);

/**
 * Decides a tie. Comparing votes from the last period backward is the same as narrowing the tied candidates period by period. The
 * period that decided is the one that removed the last rival.
 */
const decide = (
  tied: readonly number[],
  wantsMore: boolean,
  periods: readonly (readonly bigint[])[],
  lots: readonly number[],
): Choice => {
  const isBetter = (a: number, b: number): boolean => {
    const votes = periods[lastDifference(periods, a, b)];
    return votes !== undefined && (votes[a] ?? 0n) > (votes[b] ?? 0n) === wantsMore;
  };
  const best = tied.reduce((leader, candidate) =>
    isBetter(candidate, leader) ? candidate : leader,
  );
  const differences = new Map(tied.map((other) => [other, lastDifference(periods, other, best)]));
  const among = tied.filter((other) => differences.get(other) === -1);
  if (among.length > 1) {
    const places = among.map((candidate) => lots.indexOf(candidate));
    if (places.includes(-1)) throw new LotMissing();
    return { settledBy: 'lot', among, chosen: lots[Math.min(...places)] ?? 0 };
  }
  differences.delete(best);
  return { settledBy: 'earlier', at: Math.min(...differences.values()) + 1, chosen: best };
};

const cite = (choice: Choice, name: 'stage' | 'round') =>
  choice.settledBy === 'lot' ? choice : { ...choice, settledBy: name };

/** Replays all events for all papers. Index 0 of `votes` is unused. `moved`: the papers that the last event moved, by received value. */
const replay = (
  papers: readonly Paper[],
  candidates: ReadonlySet<number>,
  events: readonly TransferEvent[],
  length: number,
): { votes: bigint[]; moved: Map<bigint, Moved> } => {
  const votes = Array<bigint>(length + 1).fill(0n);
  const moved = new Map<bigint, Moved>();
  const last = events.length - 1;
  for (const { weight, ranking } of papers) {
    let value = scale;
    let holder = ranking.find((candidate) => candidates.has(candidate));
    for (let index = 0; index <= last && holder !== undefined; index += 1) {
      const event = events[index];
      if (event?.candidate !== holder) continue;
      const received = value;
      if (event.rate) value = (value * event.rate.surplus) / event.rate.votes;
      holder = ranking.find((candidate) => event.receivers.has(candidate));
      if (index < last) continue;
      const entry = moved.get(received) ?? { value, papers: 0n, lost: 0n };
      entry.papers += weight;
      if (holder === undefined) entry.lost += weight;
      moved.set(received, entry);
    }
    if (holder !== undefined) votes[holder] = (votes[holder] ?? 0n) + value * weight;
  }
  // A candidate whose surplus was transferred keeps the votes without it, although all the papers are gone.
  for (const { candidate, rate } of events) if (rate) votes[candidate] = rate.votes - rate.surplus;
  return { votes, moved };
};

const parcels = (moved: ReadonlyMap<bigint, Moved>) =>
  [...moved.keys()]
    .sort((a, b) => Number(b - a))
    .map((received) => {
      const { value, papers, lost } = moved.get(received) ?? { value: 0n, papers: 0n, lost: 0n };
      return {
        received: text(received),
        value: text(value),
        papers: Number(papers),
        nonTransferable: Number(lost),
      };
    });

/** Counts by the single transferable vote of the Scottish order of 2011. Returns `expect.stv` of golden files. */
export function recountStv({ candidates: length, seats, ballots, withdrawn, lots }: RankedBallots) {
  const everyone = Array.from({ length }, (_, index) => index + 1);
  const eligible = new Set(everyone.filter((candidate) => !withdrawn.includes(candidate)));
  const papers: Paper[] = [];
  let invalid = 0;
  for (const [weight, ranks] of ballots) {
    const marks = ranks.filter((rank) => rank !== 0);
    const isFormal = marks.every(
      (rank, place) => everyone.includes(rank) && marks.indexOf(rank) === place,
    );
    if (isFormal && marks.some((rank) => eligible.has(rank)))
      papers.push({ weight: BigInt(weight), ranking: marks });
    else invalid += weight;
  }
  const valid = papers.reduce((sum, { weight }) => sum + weight, 0n);
  const stages: object[] = [];
  const ties: object[] = [];
  const winners: number[] = [];
  const common = { method: 'scottish-stv', seats, valid: Number(valid), invalid };
  if (valid === 0n) return { ...common, quota: null, stages, elected: winners, ties };

  const quota = (valid / BigInt(seats + 1) + 1n) * scale;
  const hopeful = new Set(eligible);
  const events: TransferEvent[] = [];
  const periods: bigint[][] = [];
  let act: object = { kind: 'first' };
  for (;;) {
    const { votes, moved } = replay(papers, eligible, events, length);
    const sizeOf = (candidate: number): bigint => votes[candidate] ?? 0n;
    const atQuota = [...hopeful].filter((candidate) => sizeOf(candidate) >= quota);
    const below = [...hopeful].filter((candidate) => sizeOf(candidate) < quota);
    const fillsRest = winners.length + atQuota.length + below.length <= seats;
    const bySize = (list: number[]): number[] =>
      ascending(list).sort((a, b) => Number(sizeOf(b) - sizeOf(a)));
    const elected = bySize(fillsRest ? [...hopeful] : atQuota);
    for (const candidate of elected) hopeful.delete(candidate);
    winners.push(...elected);
    periods.push(votes);
    stages.push({
      stage: periods.length,
      act: events.length > 0 ? { ...act, parcels: parcels(moved) } : act,
      votes: everyone.map((candidate) => text(sizeOf(candidate))),
      nonTransferable: text(
        valid * scale - everyone.reduce((sum, candidate) => sum + sizeOf(candidate), 0n),
      ),
      elected,
      ...(fillsRest && below.length > 0 ? { withoutQuota: bySize(below) } : {}),
    });
    if (winners.length >= seats || hopeful.size === 0)
      return { ...common, quota: text(quota), stages, elected: winners, ties };

    const over = winners.filter((candidate) => sizeOf(candidate) > quota);
    const isSurplus = over.length > 0;
    const pool = ascending(isSurplus ? over : hopeful);
    const sizes = pool.map(sizeOf);
    const extreme = sizes.reduce((a, b) => (a > b === isSurplus ? a : b));
    const tied = pool.filter((candidate) => sizeOf(candidate) === extreme);
    let [chosen = 0] = tied;
    if (tied.length > 1) {
      const choice = decide(tied, isSurplus, periods, lots);
      const kind = isSurplus ? 'surplus' : 'exclude';
      ties.push({ stage: periods.length + 1, act: kind, tied, ...cite(choice, 'stage') });
      chosen = choice.chosen;
    }
    if (isSurplus) {
      const surplus = extreme - quota;
      act = { kind: 'surplus', candidate: chosen, surplus: text(surplus) };
      events.push({
        candidate: chosen,
        receivers: new Set(hopeful),
        rate: { surplus, votes: extreme },
      });
    } else {
      hopeful.delete(chosen);
      act = { kind: 'exclude', candidate: chosen };
      events.push({ candidate: chosen, receivers: new Set(hopeful), rate: null });
    }
  }
}

/** Counts by instant runoff: reads every ballot again in each round. Returns `expect.irv` of golden files. */
export function recountIrv(
  { candidates: length, ballots, withdrawn, lots }: RankedBallots,
  { skipsOvervotes = false } = {},
) {
  const everyone = Array.from({ length }, (_, index) => index + 1);
  const running = new Set(everyone.filter((candidate) => !withdrawn.includes(candidate)));
  const ignored = new Set([0, ...withdrawn, ...(skipsOvervotes ? [-1] : [])]);
  const papers = ballots
    .filter(([, ranks]) =>
      ranks.every((rank) => rank === 0 || rank === -1 || everyone.includes(rank)),
    )
    .map(([weight, ranks]) => ({
      weight: BigInt(weight),
      ranking: ranks.filter((rank) => !ignored.has(rank)),
    }));
  const total = papers.reduce((sum, { weight }) => sum + weight, 0n);
  const rounds: object[] = [];
  const ties: object[] = [];
  const common = { method: 'irv', seats: 1, ballots: Number(total), rounds };
  if (!papers.some(({ ranking }) => ranking.some((rank) => rank > 0)))
    return { ...common, elected: [], ties };

  const periods: bigint[][] = [];
  for (;;) {
    const votes = Array<bigint>(length + 1).fill(0n);
    const ended = { exhausted: 0n, overvoted: 0n, blank: 0n };
    for (const { weight, ranking } of papers) {
      const reached = ranking.find((rank) => rank === -1 || running.has(rank));
      if (ranking.length === 0) ended.blank += weight;
      else if (reached === undefined) ended.exhausted += weight;
      else if (reached === -1) ended.overvoted += weight;
      else votes[reached] = (votes[reached] ?? 0n) + weight;
    }
    const continuing = votes.reduce((sum, own) => sum + own, 0n);
    const round = {
      round: periods.length + 1,
      votes: everyone.map((candidate) => Number(votes[candidate])),
      continuing: Number(continuing),
      exhausted: Number(ended.exhausted),
      overvoted: Number(ended.overvoted),
      blank: Number(ended.blank),
    };
    const pool = ascending(running);
    const winner = pool.find(
      (candidate) => pool.length === 1 || 2n * (votes[candidate] ?? 0n) > continuing,
    );
    if (winner !== undefined) {
      rounds.push({ ...round, elected: winner });
      return { ...common, elected: [winner], ties };
    }
    const fewest = pool.reduce((least, candidate) => {
      const own = votes[candidate] ?? 0n;
      return own < least ? own : least;
    }, continuing);
    const tied = pool.filter((candidate) => votes[candidate] === fewest);
    let [out = 0] = tied;
    if (tied.length > 1) {
      const choice = decide(tied, false, periods, lots);
      ties.push({ round: periods.length + 1, tied, ...cite(choice, 'round') });
      out = choice.chosen;
    }
    rounds.push({ ...round, eliminated: out });
    periods.push(votes);
    running.delete(out);
  }
}
