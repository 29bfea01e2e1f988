import { onEvent } from '../../kernel/jobs/event-handler.ts';
import { readRoster } from './rosters/roster-reading.ts';

export const ltiJobs = [
  /** The reading waits for the LMS, so a few courses are read at the same time. */
  onEvent(
    'lti.read-roster',
    'lti_roster_due',
    async (scope, { course }) => {
      await readRoster(scope, course, 'polled');
    },
    { concurrency: 4, timeoutSeconds: 180 },
  ),
];
