/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as employers from './endpoints.ts';
import type * as employersOwn from './own.endpoints.ts';

export const createEmployer = 'POST /api/v1/employers' as Call<typeof employers.createEmployer>;
export const deleteContact = 'DELETE /api/v1/employers/{id}/contacts/{contact}' as Call<typeof employers.deleteContact>;
export const deleteEmployer = 'DELETE /api/v1/employers/{id}' as Call<typeof employers.deleteEmployer>;
export const inviteContact = 'POST /api/v1/employers/{id}/contacts' as Call<typeof employers.inviteContact>;
export const inviteContactAgain = 'POST /api/v1/employers/{id}/contacts/{contact}/invitation' as Call<typeof employers.inviteContactAgain>;
export const listEmployers = 'GET /api/v1/employers' as Call<typeof employers.listEmployers>;
export const restoreEmployer = 'DELETE /api/v1/employers/{id}/suspension' as Call<typeof employers.restoreEmployer>;
export const suspendEmployer = 'PUT /api/v1/employers/{id}/suspension' as Call<typeof employers.suspendEmployer>;
export const updateEmployer = 'PATCH /api/v1/employers/{id}' as Call<typeof employers.updateEmployer>;
export const beginEmployerSession = 'POST /api/v1/employer/sessions' as Call<typeof employersOwn.beginEmployerSession>;
export const closeEmployerJob = 'POST /api/v1/employer/jobs/{id}/closing' as Call<typeof employersOwn.closeEmployerJob>;
export const createEmployerJob = 'POST /api/v1/employer/jobs' as Call<typeof employersOwn.createEmployerJob>;
export const decideEmployerApplication = 'PUT /api/v1/employer/jobs/{id}/applications/{application}' as Call<typeof employersOwn.decideEmployerApplication>;
export const deleteEmployerJob = 'DELETE /api/v1/employer/jobs/{id}' as Call<typeof employersOwn.deleteEmployerJob>;
export const downloadEmployerData = 'GET /api/v1/employer/data' as Call<typeof employersOwn.downloadEmployerData>;
export const endEmployerSession = 'DELETE /api/v1/employer/session' as Call<typeof employersOwn.endEmployerSession>;
export const getEmployerAccount = 'GET /api/v1/employer/account' as Call<typeof employersOwn.getEmployerAccount>;
export const getEmployerJob = 'GET /api/v1/employer/jobs/{id}' as Call<typeof employersOwn.getEmployerJob>;
export const listEmployerApplications = 'GET /api/v1/employer/jobs/{id}/applications' as Call<typeof employersOwn.listEmployerApplications>;
export const listEmployerJobs = 'GET /api/v1/employer/jobs' as Call<typeof employersOwn.listEmployerJobs>;
export const requestEmployerLink = 'POST /api/v1/employer/links' as Call<typeof employersOwn.requestEmployerLink>;
export const submitEmployerJob = 'POST /api/v1/employer/jobs/{id}/submission' as Call<typeof employersOwn.submitEmployerJob>;
export const updateEmployerJob = 'PATCH /api/v1/employer/jobs/{id}' as Call<typeof employersOwn.updateEmployerJob>;
