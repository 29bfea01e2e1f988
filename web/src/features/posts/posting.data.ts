import { readClubPosting } from '#contract/posts/calls.ts';
import { callQuery } from '../../lib/call.ts';

/** The user's posting permissions in a club, and its unread count. */
export const postingQuery = (club: string) => callQuery(readClubPosting, { id: club });
