import { transact } from '../../kernel/context.ts';
import { reaction } from '../../kernel/jobs/event-handler.ts';
import { deleteSavedSearchesOf } from './saved-searches.queries.ts';

export const savedSearchesReactions = [
  reaction('saved-searches.forget-person', 'person_erased', (scope, { userId }) =>
    transact(scope, ({ db }) => deleteSavedSearchesOf(db, userId)),
  ),
];
