import { transact } from '../../kernel/context.ts';
import { reaction } from '../../kernel/jobs/event-handler.ts';
import { deleteSharingOf } from './sharing.queries.ts';

export const sharingReactions = [
  reaction('sharing.forget-person', 'person_erased', (scope, { userId }) =>
    transact(scope, ({ db }) => deleteSharingOf(db, userId)),
  ),
];
