import { newClientId } from '#contract/client-id.ts';
import type { Person, World } from './world.ts';

/** A club's money in a test world: Ben is the president of Robotics, Tess its treasurer, and Ana a member. */
export const openBudgets = async (world: World) => {
  const newAccount = (more: object = {}) => {
    const clientId = newClientId();
    return world.admin.call('POST /api/v1/school/club-accounts', {
      clientId,
      code: clientId.slice(0, 13),
      name: 'An account',
      ...more,
    });
  };
  const allocate = (to: string, amount: number, from: string | null = null) =>
    world.admin.call('POST /api/v1/school/allocations', {
      clientId: newClientId(),
      from,
      date: '2026-11-02',
      title: 'Allocation',
      items: [{ account: to, amount }],
    });
  /** Returns the balance, the promised and the available amount. */
  const balancesOf = async (who: Person, id: string): Promise<[number, number, number]> => {
    const { balance, promised, available } = await who.call('GET /api/v1/club-accounts/{id}', {
      id,
    });
    if (balance === null || promised === null || available === null)
      throw new Error('the amounts are hidden');
    return [balance.amount, promised.amount, available.amount];
  };
  const tess = await world.join({ username: 'tess', first_name: 'Tess', last_name: 'Urer' });
  const { id: club } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Robotics',
    membership: 'open',
    president: world.ben.uid,
  });
  for (const who of [world.ana, tess])
    await who.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  await world.sql(
    `insert into role_grants (school_id, role_id, user_id, scope_id, granted_at)
      select school_id, id, $1, $2, now() from roles where scope = 'club' and name = 'Treasurer'`,
    [tess.id, club],
  );
  const { id: fund } = await newAccount({ code: 'FUND', name: 'Student fund' });
  const { id: account } = await newAccount({ code: 'ROB', name: 'Robotics', club, parent: fund });
  await allocate(fund, 1_000_000);
  await allocate(account, 200_000, fund);
  return { tess, club, fund, account, newAccount, allocate, balancesOf };
};
