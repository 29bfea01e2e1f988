import { connectUser, listConnections } from '#contract/connections.ts';
import { route } from '../../kernel/http/route.ts';
import { actOnConnection, listOwnConnections } from './connections.actions.ts';

export const connectionsRoutes = [
  // Counts the use in a transaction of its own before the pair is locked.
  route(connectUser, actOnConnection),
  route(listConnections, listOwnConnections),
];
