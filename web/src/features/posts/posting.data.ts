import { readClubPosting } from '#contract/posts/calls.ts';
import { callQuery } from '../../lib/call.ts';

/** What the viewer may post in a club, and what is new there. */
export const postingQuery = (club: string) => callQuery(readClubPosting, { id: club });
