import type { Contest } from '#contract/elections/endpoints.ts';

/*
 * Counts in the form that the page shows. Figures refer to candidates by their index. The contract leaves the shape of a count open,
 * because it depends on the method.
 */

interface IrvRound {
  readonly round: number;
  readonly votes: readonly number[];
  readonly continuing: number;
  readonly exhausted: number;
  readonly blank: number;
  readonly eliminated?: number;
  readonly elected?: number;
}
interface IrvCount {
  readonly method: 'irv';
  readonly ballots: number;
  readonly rounds: readonly IrvRound[];
  readonly ties: readonly ({ readonly round: number } & Settled<'round'>)[];
}
type StvAct =
  | { readonly kind: 'first' }
  | { readonly kind: 'surplus'; readonly candidate: number; readonly surplus: string }
  | { readonly kind: 'exclude'; readonly candidate: number };
interface StvCount {
  readonly method: 'scottish-stv';
  readonly quota: string | null;
  readonly invalid: number;
  readonly stages: readonly {
    readonly stage: number;
    readonly act: StvAct;
    readonly votes: readonly string[];
    readonly nonTransferable: string;
    readonly elected: readonly number[];
    readonly withoutQuota?: readonly number[];
  }[];
  readonly ties: readonly ({
    readonly stage: number;
    readonly act: 'surplus' | 'exclude';
  } & Settled<'stage'>)[];
}
type Settled<Period extends string> = {
  readonly tied: readonly number[];
  readonly chosen: number;
} & ({ readonly settledBy: Period; readonly at: number } | { readonly settledBy: 'lot' });
interface PlainCount {
  readonly votes: readonly number[];
  readonly blank: number;
}

/** Equal votes, and what decided: an earlier round, or the lot if `round` is null. */
export interface Tie {
  readonly tied: readonly number[];
  readonly chosen: number;
  readonly round: number | null;
}

/** What happened in a round. */
export type RoundEvent =
  | { readonly kind: 'first' }
  | { readonly kind: 'out'; readonly candidate: number }
  | { readonly kind: 'surplus'; readonly candidate: number; readonly votes: number };

export interface Round {
  readonly event: RoundEvent;
  readonly votes: readonly number[];
  /** The change since the round before; zeros in the first one. */
  readonly moved: readonly number[];
  /** Candidates who were out before this round. */
  readonly out: readonly number[];
  readonly elected: readonly number[];
  /** Candidates elected because no more of them were left than seats. */
  readonly unopposed: readonly number[];
  /** Votes that reach the quota, or half of the votes. Null if there is no line. */
  readonly line: number | null;
  /** Votes without a further choice. */
  readonly exhausted: number;
  readonly tie: Tie | null;
}

export interface RankedView {
  readonly kind: 'ranked';
  /** `half`: more than half of the votes in the round elects. `quota`: this number elects. */
  readonly rule: 'half' | 'quota';
  readonly rounds: readonly Round[];
  readonly blank: number;
}
export interface PlainView {
  readonly kind: 'plain';
  readonly votes: readonly number[];
  readonly blank: number;
}
export type CountView = RankedView | PlainView;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const indexOf = (place: number): number => place - 1;

const tieOf = (settled: Settled<'round'> | Settled<'stage'>): Tie => ({
  tied: settled.tied.map(indexOf),
  chosen: indexOf(settled.chosen),
  round: settled.settledBy === 'lot' ? null : settled.at,
});

const movedSince = (votes: readonly number[], before: readonly number[] | undefined): number[] =>
  votes.map((own, nth) => (before === undefined ? 0 : own - (before[nth] ?? 0)));

function irvView({ rounds, ties }: IrvCount): RankedView {
  return {
    kind: 'ranked',
    rule: 'half',
    blank: rounds[0]?.blank ?? 0,
    rounds: rounds.map((round, nth): Round => {
      const before = rounds[nth - 1];
      const tie = ties.find((one) => one.round === round.round);
      return {
        event:
          before?.eliminated === undefined
            ? { kind: 'first' }
            : { kind: 'out', candidate: indexOf(before.eliminated) },
        votes: round.votes,
        moved: movedSince(round.votes, before?.votes),
        out: rounds
          .slice(0, nth)
          .flatMap(({ eliminated }) => (eliminated === undefined ? [] : [indexOf(eliminated)])),
        elected: round.elected === undefined ? [] : [indexOf(round.elected)],
        unopposed: [],
        line: round.continuing / 2,
        exhausted: round.exhausted,
        tie: tie ? tieOf(tie) : null,
      };
    }),
  };
}

function stvView({ quota, invalid, stages, ties }: StvCount): RankedView {
  const numbers = stages.map(({ votes }) => votes.map(Number));
  return {
    kind: 'ranked',
    rule: 'quota',
    blank: invalid,
    rounds: stages.map((stage, nth): Round => {
      const { act } = stage;
      const votes = numbers[nth] ?? [];
      const tie = ties.find((one) => one.stage === stage.stage);
      return {
        event:
          act.kind === 'first'
            ? { kind: 'first' }
            : act.kind === 'exclude'
              ? { kind: 'out', candidate: indexOf(act.candidate) }
              : {
                  kind: 'surplus',
                  candidate: indexOf(act.candidate),
                  votes: Number(act.surplus),
                },
        votes,
        moved: movedSince(votes, numbers[nth - 1]),
        out: stages
          .slice(0, nth + 1)
          .flatMap((one) => (one.act.kind === 'exclude' ? [indexOf(one.act.candidate)] : [])),
        elected: stage.elected.map(indexOf),
        unopposed: (stage.withoutQuota ?? []).map(indexOf),
        line: quota === null ? null : Number(quota),
        exhausted: Number(stage.nonTransferable),
        tie: tie ? tieOf(tie) : null,
      };
    }),
  };
}

/** Returns a count as the page shows it, or null if there are no figures. */
export function countView(count: unknown): CountView | null {
  if (!isRecord(count)) return null;
  if (count['method'] === 'irv') return irvView(count as unknown as IrvCount);
  if (count['method'] === 'scottish-stv') return stvView(count as unknown as StvCount);
  if (!Array.isArray(count['votes'])) return null;
  const { votes, blank } = count as unknown as PlainCount;
  return { kind: 'plain', votes, blank };
}

/** Returns whether a lot decided between candidates with equal votes for the last seat. */
export function isDecidedByLot(
  { kind, seats }: Pick<Contest, 'kind' | 'seats'>,
  candidates: readonly string[],
  elected: readonly string[],
  { votes }: PlainView,
): boolean {
  if (kind === 'yes_no' || elected.length < seats) return false;
  const votesOf = (candidate: string) => votes[candidates.indexOf(candidate)] ?? 0;
  const least = Math.min(...elected.map(votesOf));
  return candidates.some((one) => !elected.includes(one) && votesOf(one) === least && least > 0);
}
