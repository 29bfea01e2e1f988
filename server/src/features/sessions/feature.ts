import { feature } from '../../kernel/feature.ts';
import { sessionsJobs, sessionsSources } from './sessions.jobs.ts';
import { deleteExpiredSessions, personalData } from './sessions.queries.ts';
import { sessionsHandlers } from './sessions.handlers.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** A session ended before its expiration. Emitted by the database. */
    session_ended: { session: string; userId: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** Sign-ins from an address or to an account are slowed down, because too many failed within 15 minutes. */
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
