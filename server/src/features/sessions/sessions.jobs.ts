import { transact } from '../../kernel/context.ts';
import { liveSource } from '../../kernel/live/live-sources.ts';
import { onEvent } from '../../kernel/jobs/event-handler.ts';
import { deleteSessions } from './sessions.queries.ts';
import { deleteSignInMethods } from './two-step/second-factor-reset.ts';

export const sessionsJobs = [
  onEvent('sessions.forget-person', 'person_erased', (scope, { userId }) =>
    transact(scope, async ({ db }) => {
      await deleteSessions(db, userId, null);
      await deleteSignInMethods(db, userId);
    }),
  ),
];

/** Sockets close when their session ends. */
export const sessionsSources = [
  liveSource('session_ended', ({ session }) => [{ end: { session } }]),
  liveSource('person_disabled', ({ userId }) => [{ end: { person: userId } }]),
  liveSource('person_erased', ({ userId }) => [{ end: { person: userId } }]),
];
