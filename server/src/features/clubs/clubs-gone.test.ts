import { expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { inWorld } from '../../../test/world.ts';

const world = inWorld();
const dayMs = 86_400_000;

const maintain = async () => {
  const { maintenance } = await import('#server/app.ts');
  const { inTransaction } = await import('#server/kernel/database/database.ts');
  for (const task of maintenance)
    await inTransaction(world.pool, { school: world.school }, (db) =>
      task(db, world.clock.now(), world.school),
    );
};

test('permanently deleting a club removes its rows from every table except the sealed log', async () => {
  const { admin, ana, ben, cy } = world;
  const { id } = await admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Chess',
    membership: 'request',
    president: ben.uid,
  });
  const question = {
    id: 'why',
    title: 'Why?',
    help: '',
    startsPage: false,
    conditions: [],
    kind: 'long' as const,
    isRequired: true,
  };
  await ben.call('PUT /api/v1/clubs/{id}/questions', {
    id,
    version: 0,
    definition: { questions: [question] },
  });
  for (const one of [ana, cy])
    await one.call('PUT /api/v1/clubs/{id}/membership', { id, answers: { why: 'Fun' } });
  await ben.call('POST /api/v1/clubs/{id}/requests', { id, accept: [ana.uid] });
  await ben.call('PATCH /api/v1/clubs/{id}/points/settings', {
    id,
    version: 0,
    points: { joined: 3 },
  });
  await ben.call('POST /api/v1/clubs/{id}/points', {
    id,
    clientId: newClientId(),
    uids: [ana.uid, ben.uid],
    points: 5,
    reason: 'Fair',
  });
  const [line] = (await ana.call('GET /api/v1/clubs/{id}/points', { id })).items;
  await ben.call('POST /api/v1/clubs/{id}/points/{line}/reversal', { id, line: line?.id ?? '' });
  await ben.call('POST /api/v1/clubs/{id}/links', { id, clientId: newClientId() });
  await ben.call('POST /api/v1/clubs/{id}/emails', { id });
  await ana.call('PUT /api/v1/inbox/choice', { byMail: false, club: id });
  await world.eve.try('PUT /api/v1/clubs/{id}/dismissal', { id });
  await admin.call('PUT /api/v1/clubs/{id}/dismissal', { id });
  await ben.call('POST /api/v1/clubs/{id}/surveys', {
    id,
    clientId: newClientId(),
    title: 'Draft',
  });
  await ben.call('POST /api/v1/posts', { clientId: newClientId(), club: id, text: 'Hello' });
  await world.app.jobs.settle();

  const tables = await world.sql<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.column_name = 'club_id' and t.table_type = 'BASE TABLE' and c.table_schema = 'public' order by 1`,
  );
  const rows = async () => {
    const kept = [];
    for (const { name } of tables) {
      const [row] = await world.sql<{ n: number }>(
        `select count(*)::int as n from ${name} where club_id = $1`,
        [id],
      );
      if ((row?.n ?? 0) > 0) kept.push(name);
    }
    const [forms] = await world.sql<{ n: number }>(
      `select count(*)::int as n from forms where owner_kind = 'club_membership' and owner_id = $1`,
      [id],
    );
    return (forms?.n ?? 0) > 0 ? [...kept, 'forms'] : kept;
  };
  expect(await rows()).toEqual(
    expect.arrayContaining([
      'club_dismissals',
      'club_links',
      'club_members',
      'club_point_balances',
      'club_point_transactions',
      'club_point_settings',
      'forms',
      'newsletter_club_opt_outs',
      'newsletters',
      'posts',
      'surveys',
    ]),
  );
  const { version } = await admin.call('GET /api/v1/clubs/{id}/settings', { id });
  expect(version).toBeGreaterThan(0);
  await admin.call('DELETE /api/v1/clubs/{id}', { id });
  world.clock.advance(31 * dayMs);
  await maintain();
  expect(await rows()).toEqual(['activity_log']);
});
