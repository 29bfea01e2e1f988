import type { InputOf } from '#contract/call.ts';
import { listSchoolPeople } from '#contract/admin/calls.ts';
import { allPages } from '../../../lib/all-pages.ts';
import { call } from '../../../lib/call.ts';
import { csvOf } from '../../../lib/csv.ts';
import { saveFile } from '../../../lib/save-file.ts';

export type AccountQuery = Omit<InputOf<typeof listSchoolPeople>, 'cursor' | 'size'>;

/** Saves a CSV file of the accounts that match the filters. */
export const saveAccounts = async (query: AccountQuery): Promise<void> => {
  const accounts = await allPages((page) => call(listSchoolPeople, { ...query, ...page }));
  const csv = csvOf(
    [
      'username',
      'firstName',
      'lastName',
      'email',
      'accountType',
      'isAdmin',
      'isAdvisor',
      'roles',
      'state',
      'lastSeenAt',
      'addedAt',
    ],
    accounts.map((one) => [
      one.person.username,
      one.person.firstName,
      one.person.lastName,
      one.email ?? '',
      one.accountType,
      one.isAdmin ? 'yes' : 'no',
      one.isAdviser ? 'yes' : 'no',
      one.roles.join('; '),
      one.state,
      one.lastSeenAt ?? '',
      one.addedAt,
    ]),
  );
  saveFile('people.csv', csv, 'text/csv');
};
