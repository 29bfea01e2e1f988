/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as embedding from './endpoints.ts';

export const addEmbedOrigin = 'POST /api/v1/school/embed-origins' as Call<typeof embedding.addEmbedOrigin>;
export const createCode = 'POST /api/v1/embed/code' as Call<typeof embedding.createCode>;
export const createHandover = 'POST /api/v1/embed/handover' as Call<typeof embedding.createHandover>;
export const exchangeCode = 'POST /api/v1/embed/session' as Call<typeof embedding.exchangeCode>;
export const listEmbedOrigins = 'GET /api/v1/school/embed-origins' as Call<typeof embedding.listEmbedOrigins>;
export const removeEmbedOrigin = 'DELETE /api/v1/school/embed-origins' as Call<typeof embedding.removeEmbedOrigin>;
