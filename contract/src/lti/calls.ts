/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as lti from './endpoints.ts';
import type * as ltiSetup from './setup.endpoints.ts';

export const beginLogin = 'GET /api/v1/lti/login' as Call<typeof lti.beginLogin>;
export const beginLoginByForm = 'POST /api/v1/lti/login' as Call<typeof lti.beginLoginByForm>;
export const connectAccount = 'POST /api/v1/lti/account' as Call<typeof lti.connectAccount>;
export const connectCourse = 'PUT /api/v1/lti/courses/{id}/section' as Call<typeof lti.connectCourse>;
export const createAnswer = 'POST /api/v1/lti/answers' as Call<typeof lti.createAnswer>;
export const createLogin = 'POST /api/v1/lti/logins' as Call<typeof lti.createLogin>;
export const disconnectAccount = 'DELETE /api/v1/lti/accounts/{platform}' as Call<typeof lti.disconnectAccount>;
export const launch = 'POST /api/v1/lti/launch' as Call<typeof lti.launch>;
export const listAccounts = 'GET /api/v1/lti/accounts' as Call<typeof lti.listAccounts>;
export const listRosters = 'GET /api/v1/lti/sections/{section}/rosters' as Call<typeof lti.listRosters>;
export const openLaunch = 'POST /api/v1/lti/session' as Call<typeof lti.openLaunch>;
export const readCourse = 'GET /api/v1/lti/courses/{id}' as Call<typeof lti.readCourse>;
export const readKeys = 'GET /api/v1/lti/jwks' as Call<typeof lti.readKeys>;
export const readRoster = 'POST /api/v1/lti/courses/{id}/roster' as Call<typeof lti.readRoster>;
export const createInvitation = 'POST /api/v1/school/lti/invitations' as Call<typeof ltiSetup.createInvitation>;
export const createPlatform = 'POST /api/v1/school/lti/platforms' as Call<typeof ltiSetup.createPlatform>;
export const deletePlatform = 'DELETE /api/v1/school/lti/platforms/{platform}' as Call<typeof ltiSetup.deletePlatform>;
export const readLtiSetup = 'GET /api/v1/school/lti' as Call<typeof ltiSetup.readLtiSetup>;
export const renewLtiKey = 'POST /api/v1/school/lti/key' as Call<typeof ltiSetup.renewLtiKey>;
export const updatePlatform = 'PUT /api/v1/school/lti/platforms/{platform}' as Call<typeof ltiSetup.updatePlatform>;
