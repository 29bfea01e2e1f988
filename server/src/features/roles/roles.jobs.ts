import { transact } from '../../kernel/context.ts';
import { reaction } from '../../kernel/jobs/event-handler.ts';
import { deleteGrantsOf } from './roles.queries.ts';

export const rolesJobs = [
  reaction('roles.forget-person', 'person_erased', (scope, { userId }) =>
    transact(scope, ({ db }) => deleteGrantsOf(db, userId)),
  ),
];
