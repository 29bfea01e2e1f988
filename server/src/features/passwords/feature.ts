import { feature } from '../../kernel/feature.ts';
import { passwordsJobs } from './passwords.jobs.ts';
import { invitationsHandlers } from './invitations/invitations.handlers.ts';
import { invitationsJobs } from './invitations/invitations.jobs.ts';
import {
  personalData as invitationsData,
  resumeInvitations,
} from './invitations/invitations.queries.ts';
import { deleteExpiredResets, personalData } from './passwords.queries.ts';
import { passwordsHandlers } from './passwords.handlers.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /**
     * `sessions` is the number of sessions that ended. `keys` and `calendars` are the names of revoked API keys, app passwords, and
     * secret calendar addresses. `origin` is the address of the site where the person changed it. Older events don't have these fields.
     */
    password_changed: {
      userId: number;
      sessions?: number;
      keys?: string[];
      calendars?: string[];
      origin?: string;
    };
    /**
     * `userId` is null if no one has the address. `origin` is the address of the site where the person asked, because
     * the link opens there.
     */
    password_reset_asked: { userId: number | null; origin: string };
    /** Invitations of the school are due. */
    invitations_due: Record<never, never>;
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** `people` has the invited people if they are few. `import` is the import that added them. */
    invitations_sent: { count: number; people?: readonly number[]; import?: number };
  }
}

export const passwordsFeature = feature({
  name: 'passwords',
  personalData: (...about) => ({ ...personalData(...about), ...invitationsData(...about) }),
  handlers: [...passwordsHandlers, ...invitationsHandlers],
  jobs: [...passwordsJobs, ...invitationsJobs],
  maintenance: [deleteExpiredResets, resumeInvitations],
});
