import type { HeaderContest } from './ballot-lines.ts';
import { LotMissing, recountIrv, recountStv } from './recount-ranked.ts';

/* The verifier's own count of a contest in a file of ballots. It shares no code with the server's counter. */

export interface Recount {
  readonly elected: string[];
  readonly count: object;
}

type Votes = readonly (readonly string[])[];

/** Returns the valid ballots without withdrawn candidates. */
const validVotes = (
  { withdrawn }: HeaderContest,
  choices: readonly string[],
  votes: Votes,
  max: number,
) =>
  votes.flatMap((vote) => {
    const isValid =
      vote.length <= max &&
      vote.every((id, place) => choices.includes(id) && vote.indexOf(id) === place);
    return isValid ? [vote.filter((id) => !withdrawn.includes(id))] : [];
  });

const tally = (choices: readonly string[], votes: Votes) => ({
  votes: choices.map((id) => votes.filter((vote) => vote.includes(id)).length),
  blank: votes.filter((vote) => vote.length === 0).length,
});

const recountQuestion = (contest: HeaderContest, votes: Votes): Recount => {
  const choices = ['yes', 'no'];
  const count = tally(choices, validVotes({ ...contest, withdrawn: [] }, choices, votes, 1));
  const [yes = 0, no = 0] = count.votes;
  const { share } = contest;
  const passes = share
    ? yes > 0 &&
      BigInt(yes) * BigInt(share.denominator) >= BigInt(share.numerator) * BigInt(yes + no)
    : yes > no;
  return { elected: [passes ? 'yes' : 'no'], count };
};

const recountVotes = (contest: HeaderContest, votes: Votes): Recount => {
  const { seats, withdrawn, lots, needsMajority } = contest;
  const choices = contest.candidates.map(({ id }) => id);
  const valid = validVotes(
    contest,
    choices,
    votes,
    contest.kind === 'one' ? 1 : (contest.max ?? choices.length),
  );
  const count = tally(choices, valid);
  const cast = valid.length - count.blank;
  const votesOf = (id: string): number => count.votes[choices.indexOf(id)] ?? 0;
  const eligible = choices.filter((id) => !withdrawn.includes(id));
  const most = Math.max(0, ...eligible.map(votesOf));
  if (cast === 0 || (needsMajority && seats === 1 && most * 2 <= cast))
    return { elected: [], count };
  // The number of votes of the last seat. Everyone with more is elected; of those with exactly as many, the lot removes the surplus ones.
  const boundary =
    eligible.map(votesOf).sort((a, b) => b - a)[Math.min(seats, eligible.length) - 1] ?? 0;
  const above = eligible.filter((id) => votesOf(id) > boundary);
  const level = eligible.filter((id) => votesOf(id) === boundary);
  const excess = Math.max(0, above.length + level.length - seats);
  if (excess > 0 && level.some((id) => !lots.includes(id))) throw new LotMissing();
  const drawn = lots.filter((id) => level.includes(id)).slice(0, excess);
  const elected = [...above, ...level.filter((id) => !drawn.includes(id))];
  return {
    elected: elected.sort(
      (a, b) => votesOf(b) - votesOf(a) || choices.indexOf(a) - choices.indexOf(b),
    ),
    count,
  };
};

const recountRanked = (contest: HeaderContest, votes: Votes): Recount => {
  const ids = contest.candidates.map(({ id }) => id);
  const numberOf = (id: string): number => ids.indexOf(id) + 1 || ids.length + 1;
  const papers = new Map<string, [number, number[]]>();
  for (const vote of votes) {
    if (vote.length > (contest.max ?? ids.length)) continue;
    const ranking = vote.map(numberOf);
    const kind = papers.get(ranking.join(' '));
    if (kind) kind[0] += 1;
    else papers.set(ranking.join(' '), [1, ranking]);
  }
  const input = {
    candidates: ids.length,
    seats: contest.seats,
    ballots: [...papers.values()],
    withdrawn: contest.withdrawn.map(numberOf),
    lots: contest.lots.map(numberOf),
  };
  const count = contest.method === 'irv' ? recountIrv(input) : recountStv(input);
  return { elected: count.elected.map((number) => ids[number - 1] ?? ''), count };
};

/** Counts a contest. Throws `LotMissing` if it needs a lot that wasn't drawn. */
export const recount = (contest: HeaderContest, votes: Votes): Recount => {
  if (contest.kind === 'yes_no') return recountQuestion(contest, votes);
  return contest.kind === 'ranked' ? recountRanked(contest, votes) : recountVotes(contest, votes);
};
