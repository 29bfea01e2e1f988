import { restorePeople, signOutPeople, suspendPeople } from '#contract/admin/people.endpoints.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { recordAll } from '../../../kernel/security/audit.ts';
import { idOf } from '../../../kernel/sql.ts';
import { updateProvisioned } from '../../people/provisioned/provisioned.queries.ts';
import { revokeAccess } from '../../sessions/revoking.ts';
import { deleteSessions } from '../../sessions/sessions.queries.ts';
import {
  deleteSuspensions,
  hasOtherAdmin,
  lockAccounts,
  upsertSuspensions,
  type LockedAccount,
} from './suspensions.queries.ts';

/** Locks the wanted accounts. Throws if one of them doesn't exist. */
const accountsOf = async ({ db }: Call, uids: readonly string[]): Promise<LockedAccount[]> => {
  const ids = [...new Set(uids.map(idOf))];
  const accounts = await lockAccounts(db, ids);
  if (accounts.length !== ids.length) throw problem('person_not_found');
  return accounts;
};

/** Disables accounts, as an identity provider does. The database ends sockets and notifies other features. */
const disable = async (call: Call, accounts: readonly LockedAccount[]): Promise<void> => {
  for (const { id, is_disabled: was } of accounts) {
    if (was) continue;
    await updateProvisioned(call.db, id, { is_disabled: true }, call.now);
    await emit(call, 'profile_changed', { userId: id });
  }
};

/** Enables accounts. A suspended one that an import or identity provider also deactivated stays deactivated. */
const enable = async (call: Call, accounts: readonly LockedAccount[]): Promise<void> => {
  for (const { id, is_suspended: was, is_deactivated: isDeactivated } of accounts) {
    if (was && isDeactivated) continue;
    await updateProvisioned(call.db, id, { is_disabled: false }, call.now);
    await emit(call, 'profile_changed', { userId: id });
  }
};

export const suspensionsHandlers = [
  handle(suspendPeople, async (call, { people, reason }) => {
    const { db, me, now, schoolId: school } = call;
    if (people.includes(String(me.userId))) throw problem('own_account');
    const accounts = await accountsOf(call, people);
    const ids = accounts.map(({ id }) => id);
    // It locks all admins, so only for changes of admins.
    if (accounts.some((one) => one.is_admin) && !(await hasOtherAdmin(db, ids)))
      throw problem('last_admin');
    await upsertSuspensions(db, { school, people: ids, reason, by: me.userId, now });
    await disable(call, accounts);
    for (const id of ids) await deleteSessions(db, id, null);
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
    await deleteSuspensions(call.db, ids);
    await enable(call, accounts);
    await recordAll(
      call,
      'account_access',
      ids.map((person) => ({ person, act: 'restored' })),
    );
    return { changed: accounts.length };
  }),

  handle(signOutPeople, async (call, { people }) => {
    const { db, me, now } = call;
    if (people.includes(String(me.userId))) throw problem('own_account');
    const accounts = await accountsOf(call, people);
    for (const { id } of accounts) {
      await deleteSessions(db, id, null);
      await revokeAccess(db, id, now);
    }
    await recordAll(
      call,
      'account_access',
      accounts.map(({ id: person }) => ({ person, act: 'signed_out' })),
    );
    return { changed: accounts.length };
  }),
];
