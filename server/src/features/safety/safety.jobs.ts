import { transact } from '../../kernel/context.ts';
import { reaction } from '../../kernel/reaction.ts';
import { deleteBlocksOf } from './safety.queries.ts';

export const safetyReactions = [
  /** Blocks go; reports stay with the moderators, about a placeholder. */
  reaction('safety.forget-person', 'person_erased', (scope, { userId }) => transact(scope, ({ db }) => deleteBlocksOf(db, userId))),
];
