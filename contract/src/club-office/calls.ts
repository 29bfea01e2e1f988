/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as clubOffice from './endpoints.ts';

export const getClubOverview = 'GET /api/v1/clubs/{id}/overview' as Call<typeof clubOffice.getClubOverview>;
export const getClubPeople = 'GET /api/v1/clubs/{id}/overview/people' as Call<typeof clubOffice.getClubPeople>;
export const listClubLog = 'GET /api/v1/clubs/{id}/log' as Call<typeof clubOffice.listClubLog>;
