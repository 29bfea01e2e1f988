/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as schoolsAnalytics from './analytics.endpoints.ts';
import type * as schools from './endpoints.ts';

export const getAnalytics = 'GET /api/v1/school/analytics' as Call<typeof schoolsAnalytics.getAnalytics>;
export const updateAnalytics = 'PUT /api/v1/school/analytics' as Call<typeof schoolsAnalytics.updateAnalytics>;
export const getSchool = 'GET /mobile_ws/v18/school' as Call<typeof schools.getSchool>;
export const getSchoolIdentity = 'GET /api/v1/school/identity' as Call<typeof schools.getSchoolIdentity>;
export const getSessionLimits = 'GET /api/v1/school/session-limits' as Call<typeof schools.getSessionLimits>;
export const removeSchoolPicture = 'DELETE /api/v1/school/pictures/{kind}' as Call<typeof schools.removeSchoolPicture>;
export const setSchoolPicture = 'PUT /api/v1/school/pictures/{kind}' as Call<typeof schools.setSchoolPicture>;
export const updateLayout = 'PUT /api/v1/school/layout' as Call<typeof schools.updateLayout>;
export const updateMessaging = 'PUT /api/v1/school/messaging' as Call<typeof schools.updateMessaging>;
export const updatePaper = 'PUT /api/v1/school/paper' as Call<typeof schools.updatePaper>;
export const updateProfiles = 'PUT /api/v1/school/profiles' as Call<typeof schools.updateProfiles>;
export const updateSchoolIdentity = 'PATCH /api/v1/school/identity' as Call<typeof schools.updateSchoolIdentity>;
export const updateSessionLimits = 'PUT /api/v1/school/session-limits' as Call<typeof schools.updateSessionLimits>;
