import { callQuery } from '../../lib/call.ts';

/** Somebody's page as anybody sees it; `link`: the token of a share link in the address. */
export const publicProfileQuery = (uid: string, link: string | undefined) =>
  callQuery('GET /api/v1/public/profile', { uid, ...(link !== undefined && { link }) });

export const sharingQuery = () => callQuery('GET /api/v1/sharing', {});

export const schoolSharingQuery = () => callQuery('GET /api/v1/school/sharing', {});
