import { feature } from '../../kernel/feature.ts';
import { passwordsJobs } from './passwords.jobs.ts';
import { deleteExpiredResets, personalData } from './passwords.queries.ts';
import { passwordsHandlers } from './passwords.handlers.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /**
     * `sessions`: how many ended with it; `keys`, `calendars`: own API keys, and app passwords and secret calendar addresses that did, by name.
     * Events of before this was kept have none of them.
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
