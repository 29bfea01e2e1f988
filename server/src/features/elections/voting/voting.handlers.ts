import * as elections from '#contract/elections/voting.endpoints.ts';
import { handleBatch } from '../../../kernel/handle.ts';
import { castBallots } from './casting.ts';

export const votingHandlers = [handleBatch(elections.castBallot, castBallots, () => undefined)];
