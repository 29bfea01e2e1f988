import { listInvitations } from '#contract/invitations/calls.ts';
import { allPages } from '../../lib/all-pages.ts';
import { call } from '../../lib/call.ts';
import { csvOf } from '../../lib/csv.ts';
import { saveFile } from '../../lib/save-file.ts';

/** Saves a CSV file of everyone who hasn't signed in and matches `search`. */
export const saveInvited = async (search: string): Promise<void> => {
  const people = await allPages((page) =>
    call(listInvitations, { ...page, ...(search !== '' && { search }) }),
  );
  const csv = csvOf(
    ['username', 'firstName', 'lastName', 'email', 'state', 'invitedAt', 'expiresAt'],
    people.map(({ person, email, state, invitedAt, expiresAt }) => [
      person.username,
      person.firstName,
      person.lastName,
      email ?? '',
      state,
      invitedAt ?? '',
      expiresAt ?? '',
    ]),
  );
  saveFile('not-signed-in.csv', csv, 'text/csv');
};
