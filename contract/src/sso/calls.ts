/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as sso from './endpoints.ts';

export const addProvider = 'POST /api/v1/school/sign-on/providers' as Call<typeof sso.addProvider>;
export const deleteProvider = 'DELETE /api/v1/school/sign-on/providers/{provider}' as Call<typeof sso.deleteProvider>;
export const finishOidc = 'GET /api/v1/sso/{provider}/callback' as Call<typeof sso.finishOidc>;
export const finishSaml = 'POST /api/v1/sso/{provider}/acs' as Call<typeof sso.finishSaml>;
export const listSso = 'GET /api/v1/sso' as Call<typeof sso.listSso>;
export const readSetup = 'GET /api/v1/school/sign-on' as Call<typeof sso.readSetup>;
export const requireSso = 'PUT /api/v1/school/sign-on/requirement' as Call<typeof sso.requireSso>;
export const rereadProvider = 'POST /api/v1/school/sign-on/providers/{provider}/reread' as Call<typeof sso.rereadProvider>;
export const ssoMetadata = 'GET /api/v1/sso/{provider}/metadata' as Call<typeof sso.ssoMetadata>;
export const startSso = 'GET /api/v1/sso/{provider}/start' as Call<typeof sso.startSso>;
export const testProvider = 'POST /api/v1/school/sign-on/providers/{provider}/test' as Call<typeof sso.testProvider>;
export const updateProvider = 'PATCH /api/v1/school/sign-on/providers/{provider}' as Call<typeof sso.updateProvider>;
