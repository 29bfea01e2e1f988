import { transact } from '../../kernel/context.ts';
import { liveSource } from '../../kernel/live/live-sources.ts';
import { onEvent } from '../../kernel/jobs/event-handler.ts';
import { insertMessageReport } from './safety.queries.ts';
import { blockTold } from './safety.views.ts';

export const safetyJobs = [
  onEvent(
    'safety.take-message-report',
    'message_reported',
    (scope, { by, person, category, reason, evidence }) =>
      transact(scope, ({ db, school, clock }) =>
        insertMessageReport(db, {
          school: school.school_id,
          reporter: by,
          person,
          reason: category ?? 'other',
          note: reason,
          evidence,
          now: clock.now(),
        }),
      ),
  ),
  /** Blocks go; reports stay with the moderators, about a placeholder. */
];

/** Told at once by the server that wrote it; by the outbox on every other. */
export const safetySources = [
  liveSource('person_blocked', (pair) => [blockTold(pair)], { isTold: true }),
  liveSource('person_unblocked', (pair) => [blockTold(pair)], { isTold: true }),
];
