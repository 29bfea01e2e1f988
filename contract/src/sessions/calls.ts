/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as sessions from './endpoints.ts';

export const changePassword = 'POST /api/v1/password' as Call<typeof sessions.changePassword>;
export const confirmIdentity = 'POST /api/v1/session/confirmation' as Call<typeof sessions.confirmIdentity>;
export const forgotPassword = 'POST /api/v1/password/forgot' as Call<typeof sessions.forgotPassword>;
export const getSession = 'GET /api/v1/session' as Call<typeof sessions.getSession>;
export const getTokens = 'GET /mobile_ws/v18/auth_tokens' as Call<typeof sessions.getTokens>;
export const listSessions = 'GET /api/v1/sessions' as Call<typeof sessions.listSessions>;
export const login = 'POST /api/v1/login' as Call<typeof sessions.login>;
export const logout = 'POST /api/v1/logout' as Call<typeof sessions.logout>;
export const resetPassword = 'POST /api/v1/password/reset' as Call<typeof sessions.resetPassword>;
export const revokeAllSessions = 'POST /api/v1/sessions/end-all' as Call<typeof sessions.revokeAllSessions>;
export const revokeSession = 'DELETE /api/v1/sessions/{id}' as Call<typeof sessions.revokeSession>;
