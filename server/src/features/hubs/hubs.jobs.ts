import { transact } from '../../kernel/context.ts';
import { reaction } from '../../kernel/jobs/event-handler.ts';
import { deleteHubsOf } from './hubs.queries.ts';

export const hubsReactions = [
  reaction('hubs.forget-person', 'person_erased', (scope, { userId }) =>
    transact(scope, ({ db }) => deleteHubsOf(db, userId)),
  ),
];
