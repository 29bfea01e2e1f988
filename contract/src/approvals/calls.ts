/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as approvals from './endpoints.ts';

export const commentSubmission = 'POST /api/v1/approvals/{id}/comments' as Call<typeof approvals.commentSubmission>;
export const decideSubmission = 'POST /api/v1/approvals/{id}/decision' as Call<typeof approvals.decideSubmission>;
export const getSubmission = 'GET /api/v1/approvals/{id}' as Call<typeof approvals.getSubmission>;
export const listProcesses = 'GET /api/v1/school/approval-processes' as Call<typeof approvals.listProcesses>;
export const listSubmissions = 'GET /api/v1/approvals' as Call<typeof approvals.listSubmissions>;
export const remindReviewers = 'POST /api/v1/approvals/{id}/reminder' as Call<typeof approvals.remindReviewers>;
export const resubmitSubmission = 'POST /api/v1/approvals/{id}/resubmit' as Call<typeof approvals.resubmitSubmission>;
export const updateProcess = 'PUT /api/v1/school/approval-processes/{kind}' as Call<typeof approvals.updateProcess>;
export const withdrawSubmission = 'POST /api/v1/approvals/{id}/withdraw' as Call<typeof approvals.withdrawSubmission>;
