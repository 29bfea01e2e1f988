import type { NotificationKey, NotificationKind } from '#contract/notifications/keys.ts';
import type { Acts } from '#contract/audit-kinds.ts';
import { feature, type ApprovalKind, type Feature } from '../../kernel/feature.ts';
import { submissionNotifications } from './notifications/submission-notifications.ts';
import { approvalsHandlers } from './approvals.handlers.ts';
import { deletePersonOf, personalData } from './erasure/erasure.queries.ts';
import { processesHandlers } from './processes/processes.handlers.ts';
import { remindReviewers } from './reviewers/asking.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /**
     * A submission moved, so people need a notification. `version`: its version after the move. `by`: the person who moved it, or null if
     * their account was erased.
     */
    submission_moved: {
      kind:
        | 'submission_waiting'
        | 'submission_reminder'
        | 'submission_commented'
        | 'submission_changes_requested'
        | 'submission_approved'
        | 'submission_denied';
      submission: number;
      version: number;
      title: string;
      people: number[];
      by: number | null;
      /** The notification of its kind, instead of the default one. `group`: the club whose officers get it. */
      notice?: { key: NotificationKey; kind: NotificationKind; group: number | null };
    };
    /** A submission no longer waits for these people, as it did at this version. */
    submission_settled: {
      submission: number;
      version: number;
      people: number[];
      by: number | null;
    };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    submission_changed: {
      submission: string;
      kind: string;
      title: string;
      act: Acts['submission_changed'];
    };
    approval_process_changed: { kind: string; steps: readonly string[] };
  }
}

/** `kinds`: the kinds that other features declare. */
export const approvalsFeature = (kinds: readonly ApprovalKind[]): Feature =>
  feature({
    name: 'approvals',
    jobs: submissionNotifications,
    erase: deletePersonOf,
    personalData,
    handlers: [...approvalsHandlers(kinds), ...processesHandlers(kinds)],
    maintenance: [remindReviewers],
  });
