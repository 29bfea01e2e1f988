import { transact } from '../../kernel/context.ts';
import { reaction } from '../../kernel/jobs/event-handler.ts';
import { forgetMember } from './erasure/erasure.queries.ts';

export const rostersReactions = [
  /** The sourcedId stays, so that the next roster does not bring the person back. */
  reaction('rosters.forget-person', 'person_erased', (scope, { userId }) =>
    transact(scope, ({ db }) => forgetMember(db, userId)),
  ),
];
