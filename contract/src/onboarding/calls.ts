/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as onboarding from './endpoints.ts';

export const getFirstRun = 'GET /api/v1/first-run' as Call<typeof onboarding.getFirstRun>;
export const getSchoolSetup = 'GET /api/v1/school/setup' as Call<typeof onboarding.getSchoolSetup>;
export const updateFirstRun = 'PATCH /api/v1/first-run' as Call<typeof onboarding.updateFirstRun>;
export const updateSchoolSetup = 'PATCH /api/v1/school/setup' as Call<typeof onboarding.updateSchoolSetup>;
