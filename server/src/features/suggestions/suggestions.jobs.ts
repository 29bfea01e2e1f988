import { transact } from '../../kernel/context.ts';
import { reaction } from '../../kernel/jobs/event-handler.ts';
import { deleteDismissalsOf } from './suggestions.queries.ts';

export const suggestionsReactions = [
  reaction('suggestions.forget-person', 'person_erased', (scope, { userId }) =>
    transact(scope, ({ db }) => deleteDismissalsOf(db, userId)),
  ),
];
