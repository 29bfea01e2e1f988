import type { ClubMember } from '#contract/clubs/members.endpoints.ts';
import { listClubMembers } from '#contract/clubs/calls.ts';
import { call } from '../../lib/call.ts';
import { csvOf } from '../../lib/csv.ts';
import { saveFile } from '../../lib/save-file.ts';

/** Number of members per call. */
const atOnce = 100;

/**
 * Saves all members that the user can see as a CSV file, which can be imported again (by uid). Returns the number of members.
 */
export const saveMembers = async (club: { id: string; name: string }): Promise<number> => {
  const members: ClubMember[] = [];
  for (;;) {
    const { items, total } = await call(listClubMembers, {
      id: club.id,
      pageOffset: members.length,
      pageSize: atOnce,
    });
    members.push(...items);
    if (items.length === 0 || members.length >= total) break;
  }
  const csv = csvOf(
    ['uid', 'firstName', 'lastName', 'position', 'since', 'tags'],
    members.map(({ uid, firstName, lastName, position = '', since, tags }) => [
      uid,
      firstName,
      lastName,
      position,
      since,
      tags.join('|'),
    ]),
  );
  saveFile(`${club.name.replace(/[^\p{L}\p{N}]+/gu, '-')}-members.csv`, csv, 'text/csv');
  return members.length;
};
