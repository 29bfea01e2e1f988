import type { Acts } from '#contract/audit-kinds.ts';
import { feature } from '../../kernel/feature.ts';
import { employersHandlers } from './employers.handlers.ts';
import { deleteEndedAccess, employersJobs } from './employers.jobs.ts';
import { deletePersonOf, personalData } from './employers.queries.ts';
import { ownJobsHandlers } from './own-jobs/own-jobs.handlers.ts';
import { visitsHandlers } from './visits/visits.handlers.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** Staff invited a contact, who gets an email with a link. */
    employer_contact_invited: { contact: number; origin: string };
    /** Someone asked for a sign-in link. `contact`: null if no contact has the address. */
    employer_link_requested: { contact: number | null; origin: string };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** `id` and `name` are those of the employer. Entries don't name the contact, because they stay after the contact is deleted. */
    employer_changed: { id: string; name: string; act: Acts['employer_changed'] };
  }
}

export const employersFeature = feature({
  name: 'employers',
  handlers: [...employersHandlers, ...visitsHandlers, ...ownJobsHandlers],
  jobs: employersJobs,
  maintenance: [deleteEndedAccess],
  erase: deletePersonOf,
  personalData,
});
