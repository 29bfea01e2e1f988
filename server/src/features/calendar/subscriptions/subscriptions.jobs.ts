import { onEvent } from '../../../kernel/jobs/event-handler.ts';
import { readSubscription } from './subscription-reading.ts';

/** Waits for servers of others. */
export const subscriptionsJobs = [
  onEvent(
    'calendar.read-subscription',
    'calendar_due',
    (scope, { subscription }) => readSubscription(scope, subscription),
    { concurrency: 4, timeoutSeconds: 60 },
  ),
];
