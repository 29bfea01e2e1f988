/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as jobs from './endpoints.ts';
import type * as jobsSearches from './searches.endpoints.ts';

export const applyForJob = 'PUT /api/v1/jobs/{id}/application' as Call<typeof jobs.applyForJob>;
export const closeJob = 'POST /api/v1/jobs/{id}/closing' as Call<typeof jobs.closeJob>;
export const createJob = 'POST /api/v1/jobs' as Call<typeof jobs.createJob>;
export const decideJobApplication = 'PUT /api/v1/jobs/{id}/applications/{uid}' as Call<typeof jobs.decideJobApplication>;
export const deleteJob = 'DELETE /api/v1/jobs/{id}' as Call<typeof jobs.deleteJob>;
export const getJob = 'GET /api/v1/jobs/{id}' as Call<typeof jobs.getJob>;
export const listJobApplications = 'GET /api/v1/jobs/{id}/applications' as Call<typeof jobs.listJobApplications>;
export const listJobs = 'GET /api/v1/jobs' as Call<typeof jobs.listJobs>;
export const saveJob = 'PUT /api/v1/jobs/{id}/saved' as Call<typeof jobs.saveJob>;
export const submitJob = 'POST /api/v1/jobs/{id}/submission' as Call<typeof jobs.submitJob>;
export const unsaveJob = 'DELETE /api/v1/jobs/{id}/saved' as Call<typeof jobs.unsaveJob>;
export const updateJob = 'PATCH /api/v1/jobs/{id}' as Call<typeof jobs.updateJob>;
export const withdrawJobApplication = 'DELETE /api/v1/jobs/{id}/application' as Call<typeof jobs.withdrawJobApplication>;
export const deleteJobSearch = 'DELETE /api/v1/job-searches/{id}' as Call<typeof jobsSearches.deleteJobSearch>;
export const listJobSearches = 'GET /api/v1/job-searches' as Call<typeof jobsSearches.listJobSearches>;
export const saveJobSearch = 'POST /api/v1/job-searches' as Call<typeof jobsSearches.saveJobSearch>;
export const updateJobSearch = 'PATCH /api/v1/job-searches/{id}' as Call<typeof jobsSearches.updateJobSearch>;
