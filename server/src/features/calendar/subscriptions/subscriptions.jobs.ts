import { onEvent } from '../../../kernel/jobs/event-handler.ts';
import { readSubscription } from './subscription-reading.ts';

/** These jobs wait for other servers. */
export const subscriptionsJobs = [
  onEvent(
    'calendar.read-subscription',
    'calendar_due',
    (scope, { subscription }) => readSubscription(scope, subscription),
    { concurrency: 4, timeoutSeconds: 60 },
  ),
];
