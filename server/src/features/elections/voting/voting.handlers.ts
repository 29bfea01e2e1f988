import * as elections from '#contract/elections/voting.endpoints.ts';
import { handleBatch } from '../../../kernel/handle.ts';
import { castTogether } from './casting.ts';

export const votingHandlers = [handleBatch(elections.castBallot, castTogether, () => undefined)];
