import type { Acts } from '#contract/audit-kinds.ts';
import { feature } from '../../kernel/feature.ts';
import { clubEmailsHandlers } from './club-emails/club-emails.handlers.ts';
import { eventEmailsHandlers } from './event-emails/event-emails.handlers.ts';
import { inboxHandlers } from './inbox/inbox.handlers.ts';
import { newslettersJobs } from './newsletters.jobs.ts';
import {
  deleteUnusedNewsletterPictures,
  selectNewsletterFiles,
  resumeNewsletters,
  personalData,
  deleteCopiesOf,
} from './newsletters.queries.ts';
import { newslettersHandlers } from './newsletters.handlers.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** A scheduled newsletter is due, unless it was withdrawn or rescheduled. */
    newsletter_scheduled: { newsletter: number };
    /** Emails of a newsletter are due. */
    newsletter_mail_due: { newsletter: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    newsletter_sent: { newsletter: number; title: string; recipients: number };
    newsletter_deleted: { newsletter: number; title: string; recipients: number };
    club_email_changed: {
      act: Acts['club_email_changed'];
      email: string;
      title: string;
      club: string;
      recipients: number;
    };
    event_email_changed: {
      act: Acts['event_email_changed'];
      email: string;
      title: string;
      event: string;
      recipients: number;
    };
  }
}

export const newslettersFeature = feature({
  name: 'newsletters',
  erase: deleteCopiesOf,
  personalData,
  handlers: [
    ...newslettersHandlers,
    ...clubEmailsHandlers,
    ...eventEmailsHandlers,
    ...inboxHandlers,
  ],
  jobs: newslettersJobs,
  maintenance: [deleteUnusedNewsletterPictures, resumeNewsletters],
  fileReferences: [selectNewsletterFiles],
});
