import { restorePeople, signOutPeople, suspendPeople } from '#contract/admin/people.endpoints.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { recordAll } from '../../../kernel/security/audit.ts';
import { idOf } from '../../../kernel/sql.ts';
import {
  restoreAccounts,
  signOutAccounts,
  suspendAccounts,
  type AccessContext,
} from './account-access.ts';
import { hasOtherAdmin, lockAccounts, type LockedAccount } from './suspensions.queries.ts';

/** Locks the wanted accounts. Throws if one of them doesn't exist. */
const accountsOf = async ({ db }: Call, uids: readonly string[]): Promise<LockedAccount[]> => {
  const ids = [...new Set(uids.map(idOf))];
  const accounts = await lockAccounts(db, ids);
  if (accounts.length !== ids.length) throw problem('person_not_found');
  return accounts;
};

const accessOf = (call: Call): AccessContext => ({
  db: call.db,
  school: call.schoolId,
  now: call.now,
  by: call.me.userId,
  emitChanged: (userId) => emit(call, 'profile_changed', { userId }),
});

export const suspensionsHandlers = [
  handle(suspendPeople, async (call, { people, reason }) => {
    const { db, me } = call;
    if (people.includes(String(me.userId))) throw problem('own_account');
    const accounts = await accountsOf(call, people);
    const ids = accounts.map(({ id }) => id);
    // It locks all admins, so only for changes of admins.
    if (accounts.some((one) => one.is_admin) && !(await hasOtherAdmin(db, ids)))
      throw problem('last_admin');
    await suspendAccounts(accessOf(call), accounts, reason);
    await recordAll(
      call,
      'account_access',
      ids.map((person) => ({ person, act: 'suspended', reason })),
    );
    return { changed: accounts.filter((one) => !one.is_suspended).length };
  }),

  handle(restorePeople, async (call, { people }) => {
    const accounts = (await accountsOf(call, people)).filter((one) => one.is_disabled);
    const ids = accounts.map(({ id }) => id);
    await restoreAccounts(accessOf(call), accounts);
    await recordAll(
      call,
      'account_access',
      ids.map((person) => ({ person, act: 'restored' })),
    );
    return { changed: accounts.length };
  }),

  handle(signOutPeople, async (call, { people }) => {
    if (people.includes(String(call.me.userId))) throw problem('own_account');
    const accounts = await accountsOf(call, people);
    await signOutAccounts(call, accounts);
    await recordAll(
      call,
      'account_access',
      accounts.map(({ id: person }) => ({ person, act: 'signed_out' })),
    );
    return { changed: accounts.length };
  }),
];
