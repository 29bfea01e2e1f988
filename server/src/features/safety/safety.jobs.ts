import { transact } from '../../kernel/context.ts';
import { reaction } from '../../kernel/reaction.ts';
import { deleteBlocksOf, insertReport } from './safety.queries.ts';

export const safetyReactions = [
  /** Done twice the moderators read it twice; that is better than not at all. */
  reaction('safety.take-message-report', 'message_reported', (scope, { by, person, reason, evidence }) =>
    transact(scope, ({ db, school, clock }) =>
      insertReport(db, { school: school.school_id, reporter: by, person, reason: 'other', note: reason, evidence, now: clock.now() }),
    ),
  ),

  /** Blocks go; reports stay with the moderators, about a placeholder. */
  reaction('safety.forget-person', 'person_erased', (scope, { userId }) => transact(scope, ({ db }) => deleteBlocksOf(db, userId))),
];
