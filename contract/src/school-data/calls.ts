/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as schoolData from './endpoints.ts';

export const listDataAccounts = 'GET /api/v1/data/accounts' as Call<typeof schoolData.listDataAccounts>;
export const listDataAttendees = 'GET /api/v1/data/events/{id}/attendees' as Call<typeof schoolData.listDataAttendees>;
export const listDataClubs = 'GET /api/v1/data/clubs' as Call<typeof schoolData.listDataClubs>;
export const listDataEntries = 'GET /api/v1/data/record-entries' as Call<typeof schoolData.listDataEntries>;
export const listDataEvents = 'GET /api/v1/data/events' as Call<typeof schoolData.listDataEvents>;
export const listDataMembers = 'GET /api/v1/data/clubs/{id}/members' as Call<typeof schoolData.listDataMembers>;
export const listDataPeople = 'GET /api/v1/data/people' as Call<typeof schoolData.listDataPeople>;
export const listDataSections = 'GET /api/v1/data/sections' as Call<typeof schoolData.listDataSections>;
