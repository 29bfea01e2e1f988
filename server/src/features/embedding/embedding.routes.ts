import { makeCode, makeHandover, tradeCode } from '#contract/embedding.ts';
import { route, routeOutside } from '../../kernel/http/route.ts';
import { makeCodeFor, makeOwnCode, openCodeSession } from './embedding.actions.ts';

export const embeddingRoutes = [
  route(makeCode, makeCodeFor),
  route(makeHandover, makeOwnCode),
  // The code is used up also where no session follows.
  routeOutside(tradeCode, openCodeSession),
];
