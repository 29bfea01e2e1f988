import { getPrivacy, readPictures } from '#contract/people/calls.ts';
import { listSessions } from '#contract/sessions/calls.ts';
import { callQuery } from '../../lib/call.ts';

export const privacyQuery = () => callQuery(getPrivacy, {});

export const picturesQuery = () => callQuery(readPictures, {});

export const sessionsQuery = () => callQuery(listSessions, {});
