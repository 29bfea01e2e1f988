import { makeCode, makeHandover, tradeCode } from '#contract/embedding.ts';
import { handle, handleWithoutTransaction } from '../../kernel/handle.ts';
import { makeCodeFor, makeOwnCode, openCodeSession } from './embedding.actions.ts';

export const embeddingHandlers = [
  handle(makeCode, makeCodeFor),
  handle(makeHandover, makeOwnCode),
  // The code is used up also where no session follows.
  handleWithoutTransaction(tradeCode, openCodeSession),
];
