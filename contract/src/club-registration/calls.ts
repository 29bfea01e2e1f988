/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as clubRegistration from './endpoints.ts';
import type * as clubRegistrationStaff from './staff.endpoints.ts';

export const acceptPosition = 'PUT /api/v1/club-registrations/{id}/acceptance' as Call<typeof clubRegistration.acceptPosition>;
export const createRegistration = 'POST /api/v1/club-registrations' as Call<typeof clubRegistration.createRegistration>;
export const createRenewal = 'POST /api/v1/clubs/{id}/renewal' as Call<typeof clubRegistration.createRenewal>;
export const deleteApplication = 'DELETE /api/v1/club-registrations/{id}' as Call<typeof clubRegistration.deleteApplication>;
export const getApplication = 'GET /api/v1/club-registrations/{id}' as Call<typeof clubRegistration.getApplication>;
export const listApplications = 'GET /api/v1/club-registrations' as Call<typeof clubRegistration.listApplications>;
export const submitApplication = 'POST /api/v1/club-registrations/{id}/submission' as Call<typeof clubRegistration.submitApplication>;
export const updateApplication = 'PATCH /api/v1/club-registrations/{id}' as Call<typeof clubRegistration.updateApplication>;
export const exportRenewals = 'GET /api/v1/school/club-registration/clubs/export' as Call<typeof clubRegistrationStaff.exportRenewals>;
export const freezeUnrenewed = 'POST /api/v1/school/club-registration/freeze' as Call<typeof clubRegistrationStaff.freezeUnrenewed>;
export const getSetup = 'GET /api/v1/school/club-registration' as Call<typeof clubRegistrationStaff.getSetup>;
export const listRenewals = 'GET /api/v1/school/club-registration/clubs' as Call<typeof clubRegistrationStaff.listRenewals>;
export const unfreezeClubs = 'POST /api/v1/school/club-registration/unfreeze' as Call<typeof clubRegistrationStaff.unfreezeClubs>;
export const updateRegistrationForm = 'PUT /api/v1/school/club-registration/form' as Call<typeof clubRegistrationStaff.updateRegistrationForm>;
export const updateSetup = 'PATCH /api/v1/school/club-registration' as Call<typeof clubRegistrationStaff.updateSetup>;
export const updateWindow = 'PUT /api/v1/school/club-registration/window' as Call<typeof clubRegistrationStaff.updateWindow>;
