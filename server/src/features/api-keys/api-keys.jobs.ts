import { transact } from '../../kernel/context.ts';
import { reaction } from '../../kernel/jobs/event-handler.ts';
import { deleteKeysOf } from './api-keys.queries.ts';

export const apiKeysReactions = [
  reaction('api-keys.forget-person', 'person_erased', (scope, { userId }) =>
    transact(scope, ({ db }) => deleteKeysOf(db, userId)),
  ),
];
