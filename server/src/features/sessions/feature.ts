import { feature } from '../../kernel/feature.ts';
import { sessionsJobs, sessionsSources } from './sessions.jobs.ts';
import { deleteExpiredSessions, personalData } from './sessions.queries.ts';
import { sessionsHandlers } from './sessions.handlers.ts';
import { passkeysHandlers } from './two-step/passkeys.handlers.ts';
import {
  deleteExpiredChallenges,
  personalData as passkeysData,
} from './passkeys/passkeys.queries.ts';
import { signInStepsHandlers } from './two-step/sign-in-steps.handlers.ts';
import { twoStepPolicyHandlers } from './two-step/two-step-policy.handlers.ts';
import { twoStepHandlers } from './two-step/two-step.handlers.ts';
import { twoStepJobs } from './two-step/two-step.jobs.ts';
import type { TwoStepChange } from './two-step/two-step-words.ts';
import {
  deleteExpiredSteps,
  endOverdueSessions,
  personalData as twoStepData,
} from './two-step/two-step.queries.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** A session ended before its expiration. Emitted by the database. */
    session_ended: { session: string; userId: number };
    /** `name` is the name of the new passkey. */
    passkey_added: { userId: number; name: string };
    /** `name` is the name of a removed passkey. */
    two_step_changed: { userId: number; what: TwoStepChange; name?: string };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** An admin changed who has to use two-step verification. `roles` has names. */
    two_step_policy_changed: {
      admins: boolean;
      everyone: boolean;
      roles: readonly string[];
      graceDays: number;
    };
    /** Sign-ins from an address or to an account are slowed down, because too many failed within 15 minutes. */
    sign_in_slowed: { address: string; failures: number } | { person: number; failures: number };
  }
}

export const sessionsFeature = feature({
  name: 'sessions',
  personalData: (...about) => ({
    ...personalData(...about),
    ...passkeysData(...about),
    ...twoStepData(...about),
  }),
  handlers: [
    ...sessionsHandlers,
    ...passkeysHandlers,
    ...signInStepsHandlers,
    ...twoStepHandlers,
    ...twoStepPolicyHandlers,
  ],
  jobs: [...sessionsJobs, ...twoStepJobs],
  maintenance: [
    deleteExpiredSessions,
    deleteExpiredChallenges,
    deleteExpiredSteps,
    endOverdueSessions,
  ],
  liveSources: sessionsSources,
});
