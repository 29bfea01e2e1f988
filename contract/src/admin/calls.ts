/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as admin from './endpoints.ts';
import type * as adminPeople from './people.endpoints.ts';

export const getSchoolOverview = 'GET /api/v1/admin/overview' as Call<typeof admin.getSchoolOverview>;
export const exportSchoolPeople = 'GET /api/v1/admin/people/export' as Call<typeof adminPeople.exportSchoolPeople>;
export const getSchoolPerson = 'GET /api/v1/admin/people/{uid}' as Call<typeof adminPeople.getSchoolPerson>;
export const listSchoolPeople = 'GET /api/v1/admin/people' as Call<typeof adminPeople.listSchoolPeople>;
export const restorePeople = 'POST /api/v1/admin/people/restore' as Call<typeof adminPeople.restorePeople>;
export const signOutPeople = 'POST /api/v1/admin/people/sign-out' as Call<typeof adminPeople.signOutPeople>;
export const suspendPeople = 'POST /api/v1/admin/people/suspend' as Call<typeof adminPeople.suspendPeople>;
