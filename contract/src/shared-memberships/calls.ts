/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as sharedMemberships from './endpoints.ts';

export const getSharedMemberships = 'GET /api/v1/people/{uid}/shared-memberships' as Call<typeof sharedMemberships.getSharedMemberships>;
