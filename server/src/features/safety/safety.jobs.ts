import { transact } from '../../kernel/context.ts';
import { reaction } from '../../kernel/reaction.ts';
import { deleteBlocksOf, insertMessageReport } from './safety.queries.ts';

export const safetyReactions = [
  reaction('safety.take-message-report', 'message_reported', (scope, { by, person, reason, evidence }) =>
    transact(scope, ({ db, school, clock }) =>
      insertMessageReport(db, { school: school.school_id, reporter: by, person, note: reason, evidence, now: clock.now() }),
    ),
  ),
  /** Blocks go; reports stay with the moderators, about a placeholder. */
  reaction('safety.forget-person', 'person_erased', (scope, { userId }) => transact(scope, ({ db }) => deleteBlocksOf(db, userId))),
];
