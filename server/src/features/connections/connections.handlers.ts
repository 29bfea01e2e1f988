import { connectUser, listConnections } from '#contract/connections.ts';
import { handle } from '../../kernel/handle.ts';
import { actOnConnection, listOwnConnections } from './connections.actions.ts';

export const connectionsHandlers = [
  // Counts the use in a transaction of its own before the pair is locked.
  handle(connectUser, actOnConnection),
  handle(listConnections, listOwnConnections),
];
