/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as announcements from './endpoints.ts';

export const announceFromProgram = 'POST /api/v1/data/announcements' as Call<typeof announcements.announceFromProgram>;
export const createAnnouncement = 'POST /api/v1/school/announcements' as Call<typeof announcements.createAnnouncement>;
export const deleteAnnouncement = 'DELETE /api/v1/school/announcements/{id}' as Call<typeof announcements.deleteAnnouncement>;
export const dismissAnnouncement = 'PUT /api/v1/announcements/{id}/dismissal' as Call<typeof announcements.dismissAnnouncement>;
export const listAnnouncements = 'GET /api/v1/announcements' as Call<typeof announcements.listAnnouncements>;
export const listManagedAnnouncements = 'GET /api/v1/school/announcements' as Call<typeof announcements.listManagedAnnouncements>;
export const updateAnnouncement = 'PUT /api/v1/school/announcements/{id}' as Call<typeof announcements.updateAnnouncement>;
