import type { Acts } from '#contract/audit-kinds.ts';
import { feature, hideableSubject, type ReportTarget } from '../../kernel/feature.ts';
import { idOf } from '../../kernel/sql.ts';
import { applicationsHandlers } from './applications/applications.handlers.ts';
import { applicationUploads } from './applications/applications.queries.ts';
import { deleteOldApplications } from './applications/deleting-applications.ts';
import { jobsHandlers } from './jobs.handlers.ts';
import { deletePersonOf, personalData } from './jobs.queries.ts';
import { selectReportedJobs, updateJobHidden } from './reported/reported-jobs.queries.ts';
import { jobNotifications } from './notifications/job-notifications.ts';
import { readSeen } from './reading.ts';
import { alertDaily } from './searches/daily-alerts.ts';
import { searchesHandlers } from './searches/searches.handlers.ts';
import { jobKind } from './submitted-jobs.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** A job opened for the first time. `by`: the person who let it open. */
    job_opened: { job: number; club: number | null; by: number };
    job_applied: { job: number; person: number };
    /** The poster changed the state or message of an application. */
    job_decided: { job: number; person: number };
    /** Reviewers decided on a job that an employer with an account posted. One event for each of its contacts. */
    employer_job_decided: {
      contact: number;
      job: number;
      outcome: 'approved' | 'denied' | 'changes_requested';
      reason: string;
      origin: string;
    };
    /** People applied for a job of an employer with an account. One event for each of its contacts, at most once a day for each job. */
    employer_job_applied: { contact: number; job: number; origin: string };
    /** More people applied on the day of `employer_job_applied`. `since`: time of that event. */
    employer_applicants_due: { job: number; since: string; origin: string };
    /** A saved search with daily alerts found jobs. `title`: of the newest job. `path`: of the list with the search. */
    job_search_matched: {
      search: number;
      person: number;
      jobs: number;
      title: string;
      path: string;
    };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    job_changed: {
      job: string;
      title: string;
      /** Empty for jobs of the school. */
      club: string;
      act: Acts['job_changed'];
    };
  }
}

/** People can report jobs that they can see. */
const jobReports: ReportTarget = {
  kind: 'job',
  find: async (call, id) => ({ person: null, title: (await readSeen(call, id)).row.title }),
  describe: async ({ db }, ids) =>
    new Map(
      (await selectReportedJobs(db, ids.map(idOf))).map((row) => [
        String(row.id),
        hideableSubject({ text: row.description, club: row.club_id, isHidden: row.is_hidden }),
      ]),
    ),
  hide: ({ db }, id, at) => updateJobHidden(db, idOf(id), at),
};

export const jobsFeature = feature({
  name: 'jobs',
  handlers: [...jobsHandlers, ...applicationsHandlers, ...searchesHandlers],
  jobs: jobNotifications,
  approvalKinds: [jobKind],
  reportTargets: [jobReports],
  uploadReferences: [applicationUploads],
  maintenance: [deleteOldApplications, alertDaily],
  erase: deletePersonOf,
  personalData,
});
