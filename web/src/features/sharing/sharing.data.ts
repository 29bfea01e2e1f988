import { getPublicProfile, getSchoolSharing, getSharing } from '#contract/sharing/calls.ts';
import { callQuery } from '../../lib/call.ts';

/** A person's public profile. `link` is the token of a share link in the URL. */
export const publicProfileQuery = (uid: string, link: string | undefined) =>
  callQuery(getPublicProfile, { uid, ...(link !== undefined && { link }) });

export const sharingQuery = () => callQuery(getSharing, {});

export const schoolSharingQuery = () => callQuery(getSchoolSharing, {});
