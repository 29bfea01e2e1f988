import { electionRates } from '#contract/elections/limits.ts';
import * as elections from '#contract/elections/voting.endpoints.ts';
import type { Reply } from '#contract/endpoint.ts';
import { memberOf } from '../../../kernel/context.ts';
import { handleBatch } from '../../../kernel/handle.ts';
import {
  batchOutcome,
  type BatchedCall,
  type BatchOutcome,
} from '../../../kernel/http/batched-call.ts';
import { countInMemory } from '../../../kernel/security/rate-limits.ts';
import { idOf } from '../../../kernel/sql.ts';
import { castInElection } from './casting.ts';

type Call = BatchedCall<typeof elections.castBallot>;
type Outcome = BatchOutcome<Reply<typeof elections.castBallot>>;

/** Counts a call in memory, so that no row says who voted. */
const count = async ({ context, isFirst }: Call): Promise<void> => {
  if (!isFirst) return;
  const { userId } = memberOf(context);
  await countInMemory(context, `cast:${context.school.school_id}:${userId}`, electionRates.cast);
};

const castBallot = async (calls: readonly Call[]): Promise<Outcome[]> => {
  const outcomes = new Map<Call, Outcome>();
  const byElection = new Map<number, Call[]>();
  for (const call of calls) {
    const counted = await batchOutcome(() => count(call));
    const election = idOf(call.input.id);
    if ('error' in counted) outcomes.set(call, counted);
    else byElection.set(election, [...(byElection.get(election) ?? []), call]);
  }
  // In the order of ids, so that two transactions can't wait for each other.
  for (const [election, some] of [...byElection].toSorted(([a], [b]) => a - b))
    for (const [call, outcome] of await castInElection(election, some)) outcomes.set(call, outcome);
  return calls.map((call) => outcomes.get(call) ?? 'later');
};

export const votingHandlers = [handleBatch(elections.castBallot, castBallot, () => undefined)];
