import { electionRates } from '#contract/elections/limits.ts';
import * as elections from '#contract/elections/voting.endpoints.ts';
import { handleWithoutTransaction } from '../../../kernel/handle.ts';
import { countInMemory } from '../../../kernel/security/rate-limits.ts';
import { castBallotOf } from './casting.ts';

export const votingHandlers = [
  handleWithoutTransaction(elections.castBallot, async (call, input) => {
    await countInMemory(call, `cast:${call.schoolId}:${call.me.userId}`, electionRates.cast);
    return castBallotOf(call, input);
  }),
];
