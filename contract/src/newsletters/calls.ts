/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as newsletters from './endpoints.ts';

export const countNewsletterReach = 'POST /api/v1/newsletters/reach' as Call<typeof newsletters.countNewsletterReach>;
export const createNewsletter = 'POST /api/v1/newsletters' as Call<typeof newsletters.createNewsletter>;
export const deleteNewsletter = 'DELETE /api/v1/newsletters/{id}' as Call<typeof newsletters.deleteNewsletter>;
export const getInboxChoice = 'GET /api/v1/inbox/choice' as Call<typeof newsletters.getInboxChoice>;
export const leaveNewsletters = 'POST /api/v1/inbox/leave' as Call<typeof newsletters.leaveNewsletters>;
export const listInbox = 'GET /api/v1/inbox' as Call<typeof newsletters.listInbox>;
export const listNewsletters = 'GET /api/v1/newsletters' as Call<typeof newsletters.listNewsletters>;
export const markInboxItem = 'PATCH /api/v1/inbox/{id}' as Call<typeof newsletters.markInboxItem>;
export const markInboxRead = 'POST /api/v1/inbox/read' as Call<typeof newsletters.markInboxRead>;
export const readInboxItem = 'GET /api/v1/inbox/{id}' as Call<typeof newsletters.readInboxItem>;
export const readNewsletter = 'GET /api/v1/newsletters/{id}' as Call<typeof newsletters.readNewsletter>;
export const scheduleNewsletter = 'POST /api/v1/newsletters/{id}/schedule' as Call<typeof newsletters.scheduleNewsletter>;
export const setInboxChoice = 'PUT /api/v1/inbox/choice' as Call<typeof newsletters.setInboxChoice>;
export const testNewsletter = 'POST /api/v1/newsletters/{id}/test' as Call<typeof newsletters.testNewsletter>;
export const unsubscribe = 'POST /api/v1/inbox/unsubscribe/{token}' as Call<typeof newsletters.unsubscribe>;
export const updateNewsletter = 'PATCH /api/v1/newsletters/{id}' as Call<typeof newsletters.updateNewsletter>;
export const uploadNewsletterPicture = 'POST /api/v1/newsletters/pictures' as Call<typeof newsletters.uploadNewsletterPicture>;
export const withdrawNewsletter = 'POST /api/v1/newsletters/{id}/withdraw' as Call<typeof newsletters.withdrawNewsletter>;
