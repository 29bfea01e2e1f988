import { feature } from '../../kernel/feature.ts';
import { passwordsJobs } from './passwords.jobs.ts';
import { deleteExpiredResets, personalData } from './passwords.queries.ts';
import { passwordsHandlers } from './passwords.handlers.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /**
     * `sessions` is the number of sessions that ended. `keys` and `calendars` are the names of revoked API keys, app passwords, and
     * secret calendar addresses. Older events don't have these fields.
     */
    password_changed: { userId: number; sessions?: number; keys?: string[]; calendars?: string[] };
    /** `userId` is null when the address is nobody's. `origin`: where the person asked, so that the link leads back there. */
    password_reset_asked: { userId: number | null; origin: string };
  }
}

export const passwordsFeature = feature({
  name: 'passwords',
  personalData,
  handlers: passwordsHandlers,
  jobs: passwordsJobs,
  maintenance: [deleteExpiredResets],
});
