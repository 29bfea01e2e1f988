import { feature } from '../../kernel/feature.ts';
import { passwordsJobs } from './passwords.jobs.ts';
import { deleteExpiredResets, personalData } from './passwords.queries.ts';
import { passwordsHandlers } from './passwords.handlers.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** `sessions`: how many ended with it, and `keys`: own API keys that did, by name; events of before this was kept have neither. */
    password_changed: { userId: number; sessions?: number; keys?: string[] };
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
