import { call } from '../../lib/call.ts';
import { csvOf } from '../../lib/csv.ts';
import { saveFile } from '../../lib/save-file.ts';

/** Number of rows per call. */
const atOnce = 100;

/** Saves a CSV file of everyone who hasn't signed in and matches `search`. */
export const saveInvited = async (search: string): Promise<void> => {
  const rows: string[][] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof pageAfter>> = await pageAfter(search, cursor);
    for (const { person, email, state, invitedAt, expiresAt } of page.items)
      rows.push([
        person.username,
        person.firstName,
        person.lastName,
        email ?? '',
        state,
        invitedAt ?? '',
        expiresAt ?? '',
      ]);
    cursor = page.nextCursor;
  } while (cursor !== null);
  const csv = csvOf(
    ['username', 'firstName', 'lastName', 'email', 'state', 'invitedAt', 'expiresAt'],
    rows,
  );
  saveFile('not-signed-in.csv', csv, 'text/csv');
};

const pageAfter = (search: string, cursor: string | null) =>
  call('GET /api/v1/school/invitations', {
    size: atOnce,
    ...(search !== '' && { search }),
    ...(cursor !== null && { cursor }),
  });
