import { transact } from '../../kernel/context.ts';
import { reaction } from '../../kernel/reaction.ts';
import { deleteSessions } from './sessions.queries.ts';

export const sessionsReactions = [
  reaction('sessions.forget-person', 'person_erased', (scope, { userId }) =>
    transact(scope, async ({ db }) => {
      await deleteSessions(db, userId, null);
    }),
  ),
];
