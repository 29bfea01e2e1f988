import { feature } from '../../kernel/feature.ts';
import { sessionsJobs, sessionsSources } from './sessions.jobs.ts';
import { deleteExpiredSessions, personalData } from './sessions.queries.ts';
import { sessionsHandlers } from './sessions.handlers.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** Told by the database itself, with every session that goes before its time. */
    session_ended: { session: string; userId: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** Tries to sign in are slow from an address or at an account, because too many failed there in a quarter of an hour. */
    sign_in_slowed: { address: string; failures: number } | { person: number; failures: number };
  }
}

export const sessionsFeature = feature({
  name: 'sessions',
  personalData,
  handlers: sessionsHandlers,
  jobs: sessionsJobs,
  maintenance: [deleteExpiredSessions],
  liveSources: sessionsSources,
});
