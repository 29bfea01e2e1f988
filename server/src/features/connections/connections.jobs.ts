import { transact } from '../../kernel/context.ts';
import { reaction } from '../../kernel/reaction.ts';
import { deletePair, deletePairsOf } from './connections.queries.ts';

export const connectionsReactions = [
  /** A block ends what the two had. Both have vanished for each other already when this runs. */
  reaction('connections.end-blocked', 'person_blocked', (scope, { by, person }) => transact(scope, ({ db }) => deletePair(db, by, person))),

  reaction('connections.forget-person', 'person_erased', (scope, { userId }) => transact(scope, ({ db }) => deletePairsOf(db, userId))),
];
