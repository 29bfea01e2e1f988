import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import { jobAlerts, jobKinds, jobLimits as limits } from './limits.ts';

/* Saved searches for jobs, with alerts about new ones. */

const id = z.strictObject({ id: z.string().max(40) });
const signedIn = { access: 'member', credential: 'bearer' } as const;

export const jobSearch = z.object({
  id: z.string(),
  search: z.string(),
  kind: z.enum(jobKinds).nullable(),
  club: z.object({ id: z.string(), name: z.string() }).nullable(),
  isPaid: z.boolean().describe('True if it finds only paid jobs.'),
  alerts: z.enum(jobAlerts),
});
schemaNames.add(jobSearch, { id: 'JobSearch' });
export type JobSearch = z.output<typeof jobSearch>;

export const listJobSearches = endpoint({
  ...signedIn,
  name: 'jobs.searches',
  summary: 'List your saved job searches',
  description: `Oldest first. Limit: ${limits.searches}.`,
  method: 'GET',
  path: '/api/v1/job-searches',
  scope: 'read',
  reply: z.object({ items: z.array(jobSearch) }),
});

export const saveJobSearch = endpoint({
  ...signedIn,
  name: 'jobs.search-create',
  summary: 'Save a job search',
  description: `Limit: ${limits.searches}. Idempotent by \`clientId\`.`,
  method: 'POST',
  path: '/api/v1/job-searches',
  scope: 'write',
  body: z.strictObject({
    clientId,
    search: text().max(limits.search).optional(),
    kind: z.enum(jobKinds).nullable().optional(),
    club: z.string().max(40).nullable().optional(),
    isPaid: z.boolean().optional(),
    alerts: z.enum(jobAlerts),
  }),
  reply: jobSearch,
  errors: ['not_found', 'too_many_job_searches'],
});

export const updateJobSearch = endpoint({
  ...signedIn,
  name: 'jobs.search-update',
  summary: 'Change a job search’s alerts',
  method: 'PATCH',
  path: '/api/v1/job-searches/{id}',
  scope: 'write',
  params: id,
  body: z.strictObject({ alerts: z.enum(jobAlerts) }),
  reply: jobSearch,
  errors: ['not_found'],
});

export const deleteJobSearch = endpoint({
  ...signedIn,
  name: 'jobs.search-delete',
  summary: 'Delete a saved job search',
  description: 'Idempotent.',
  method: 'DELETE',
  path: '/api/v1/job-searches/{id}',
  scope: 'write',
  params: id,
  reply: z.object({ ok: z.literal(true) }),
});
