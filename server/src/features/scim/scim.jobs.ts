import { transact } from '../../kernel/context.ts';
import { reaction } from '../../kernel/jobs/event-handler.ts';
import { deleteScimUser } from './users/users.queries.ts';

export const scimReactions = [
  reaction('scim.forget-person', 'person_erased', (scope, { userId }) =>
    transact(scope, ({ db, clock }) => deleteScimUser(db, userId, clock.now())),
  ),
];
