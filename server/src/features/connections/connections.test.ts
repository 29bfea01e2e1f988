import { describe, expect, test } from 'vitest';
import { inWorld } from '../../../test/world.ts';
import type { Person } from '../../../test/world.ts';

const world = inWorld();

type Action = 'request' | 'accept' | 'reject' | 'cancel' | 'disconnect';
const act = (who: Person, other: Person, type: Action) =>
  who.call('GET /mobile_ws/v18/user_connect', { student_uid: other.uid, type });
const status = async (who: Person, other: Person) => {
  const { data } = await who.call('GET /mobile_ws/v18/user_profile', { uid: other.uid });
  return Array.isArray(data) ? undefined : data.connectionStatus;
};
const rows = async () =>
  (await world.sql<{ n: number }>('select count(*)::int as n from connections'))[0]?.n;

test('blocking someone waits while a connection request is being accepted, so no connection survives the block', async () => {
  const [asker, accepter] = [
    await world.join({ username: 'asker' }),
    await world.join({ username: 'accepter' }),
  ];
  await act(asker, accepter, 'request');
  // Stops the acceptance just before it writes.
  await world.sql(
    `create function stop_here() returns trigger language plpgsql as $$ begin perform pg_advisory_xact_lock(1); return new; end $$`,
  );
  await world.sql(
    'create trigger stop_here before update on connections for each row execute function stop_here()',
  );
  const holder = await world.pool.raw.connect();
  try {
    await holder.query('begin; select pg_advisory_xact_lock(1)');
    const waiting = async () =>
      (await world.sql(`select from pg_locks where locktype = 'advisory' and not granted`)).length;
    const order: string[] = [];
    const accepted = act(accepter, asker, 'accept').finally(() => order.push('accepted'));
    await expect.poll(waiting).toBe(1);
    const blocked = asker
      .call('PUT /api/v1/blocks/{uid}', { uid: accepter.uid })
      .finally(() => order.push('blocked'));
    // Until it also waits, or has finished.
    await expect.poll(async () => order.length > 0 || (await waiting()) === 2).toBe(true);
    await holder.query('rollback');
    expect(await accepted).toMatchObject({ connectionStatus: 1 });
    await blocked;
    expect(order).toEqual(['accepted', 'blocked']);
  } finally {
    await holder.query('rollback');
    holder.release();
    await world.sql('drop trigger stop_here on connections; drop function stop_here');
  }
  await world.app.jobs.settle();
  expect(
    await world.sql('select from connections where $1 in (low_id, high_id)', [asker.id]),
  ).toEqual([]);
  // In the other order, nothing of theirs can be accepted any longer.
  expect(await act(accepter, asker, 'accept')).toMatchObject({
    success: 'false',
    code: 'person_not_found',
  });
});

describe('a connection between two people', () => {
  test('[CONN-01, CONN-02] has the right status on both sides after a request, an acceptance and a disconnection', async () => {
    const { ana, ben } = world;
    expect(await status(ana, ana)).toBe(-1);
    expect(await status(ana, ben)).toBe(0);
    expect(await act(ana, ben, 'request')).toEqual({ success: 'true', connectionStatus: 2 });
    expect([await status(ana, ben), await status(ben, ana)]).toEqual([2, 3]);
    expect(await act(ben, ana, 'accept')).toEqual({ success: 'true', connectionStatus: 1 });
    expect([await status(ana, ben), await status(ben, ana)]).toEqual([1, 1]);
    expect(await act(ana, ben, 'disconnect')).toEqual({ success: 'true', connectionStatus: 0 });
    expect([await status(ana, ben), await status(ben, ana)]).toEqual([0, 0]);
  });

  test('[CONN-02] can be rejected or canceled only by the side that is allowed to', async () => {
    const { ana, ben } = world;
    await act(ana, ben, 'request');
    expect(await act(ana, ben, 'reject')).toMatchObject({
      success: 'false',
      code: 'transition_refused',
    });
    expect(await act(ana, ben, 'accept')).toMatchObject({ success: 'false' });
    expect(await act(ben, ana, 'cancel')).toMatchObject({ success: 'false' });
    expect(await act(ben, ana, 'reject')).toEqual({ success: 'true', connectionStatus: 0 });
    await act(ana, ben, 'request');
    expect(await act(ana, ben, 'cancel')).toEqual({ success: 'true', connectionStatus: 0 });
    expect(await rows()).toBe(0);
  });

  test('[CONN-08] doesn’t change again when an action is repeated, and the response is the same', async () => {
    const { ana, ben } = world;
    for (const [who, other, type, expected] of [
      [ana, ben, 'request', 2],
      [ben, ana, 'accept', 1],
      [ben, ana, 'disconnect', 0],
      [ben, ana, 'request', 2],
      [ana, ben, 'reject', 0],
      [ana, ben, 'request', 2],
      [ana, ben, 'cancel', 0],
    ] as const) {
      for (const _ of [1, 2, 3])
        expect(await act(who, other, type)).toEqual({
          success: 'true',
          connectionStatus: expected,
        });
    }
    expect(await rows()).toBe(0);
  });

  test('[CONN-08] is stored once when both people request it at the same time', async () => {
    const { ana, ben } = world;
    for (let round = 0; round < 30; round += 1) {
      const answers = await Promise.all([
        act(ana, ben, 'request'),
        act(ben, ana, 'request'),
        act(ana, ben, 'request'),
        act(ben, ana, 'request'),
      ]);
      expect(answers.every((answer) => answer.success === 'true')).toBe(true);
      expect([await status(ana, ben), await status(ben, ana), await rows()]).toEqual([1, 1, 1]);
      await act(ana, ben, 'disconnect');
    }
  });

  test('[CONN-08] ends in one of two valid states when accepting and canceling, or both ending it, coincide', async () => {
    const { ana, ben } = world;
    for (let round = 0; round < 30; round += 1) {
      await act(ana, ben, 'request');
      const [accepted, cancelled] = await Promise.all([
        act(ben, ana, 'accept'),
        act(ana, ben, 'cancel'),
      ]);
      const after = await status(ana, ben);
      expect(
        accepted.success === 'true' ? [after, cancelled.success] : [after, cancelled.success],
      ).toEqual(accepted.success === 'true' ? [1, 'false'] : [0, 'true']);
      if (after === 1) {
        const ends = await Promise.all([act(ana, ben, 'disconnect'), act(ben, ana, 'disconnect')]);
        expect(ends).toEqual([
          { success: 'true', connectionStatus: 0 },
          { success: 'true', connectionStatus: 0 },
        ]);
      }
      expect(await rows()).toBe(0);
    }
  });

  test('emits exactly one event per change, even with repeated simultaneous calls', async () => {
    const { ana, ben } = world;
    await world.sql('delete from outbox');
    await Promise.all([
      act(ana, ben, 'request'),
      act(ana, ben, 'request'),
      act(ana, ben, 'request'),
    ]);
    await Promise.all([act(ben, ana, 'accept'), act(ben, ana, 'accept')]);
    await act(ana, ben, 'disconnect');
    const kinds = (await world.sql<{ kind: string }>('select kind from outbox order by id')).map(
      (row) => row.kind,
    );
    expect(kinds).toEqual(['connection_requested', 'connection_accepted', 'connection_ended']);
  });
});

describe('permission to connect', () => {
  test('is denied for oneself, unknown people and people from another school', async () => {
    const { ana, eve } = world;
    expect(await act(ana, ana, 'request')).toMatchObject({ success: 'false', code: 'own_profile' });
    expect(await act(ana, eve, 'request')).toMatchObject({
      success: 'false',
      code: 'person_not_found',
    });
    expect(await act(eve, ana, 'request')).toMatchObject({
      success: 'false',
      code: 'person_not_found',
    });
    for (const uid of [
      '0',
      '-1',
      'abc',
      '99999999999999999999',
      '9007199254740993',
      "1' or '1'='1",
    ]) {
      expect(
        await ana.call('GET /mobile_ws/v18/user_connect', { student_uid: uid, type: 'request' }),
      ).toMatchObject({
        success: 'false',
        code: 'person_not_found',
      });
    }
    expect(await rows()).toBe(0);
  });

  test('[AUTH-06] requires the session’s own token and a same-origin request for state-changing GETs', async () => {
    const { ana, ben } = world;
    const path = `/mobile_ws/v18/user_connect?student_uid=${ben.uid}&type=request`;
    const token = { 'x-cg-csrf-token': ana.tokens.csrfToken };
    const refusedHeaders: Record<string, string>[] = [
      {},
      { 'x-cg-csrf-token': ben.tokens.csrfToken },
      { 'x-cg-csrf-token': `${ana.tokens.csrfToken}x` },
      { ...token, 'sec-fetch-site': 'cross-site' },
      { ...token, 'sec-fetch-site': 'same-site' },
      { ...token, 'sec-fetch-site': 'none' },
      { ...token, 'sec-fetch-mode': 'navigate' },
      { ...token, 'sec-fetch-dest': 'image' },
    ];
    for (const headers of refusedHeaders)
      expect((await ana.raw(path, { headers })).status).toBe(403);
    expect((await ana.raw(path, { method: 'POST', headers: token, body: {} })).status).toBe(405);
    expect(await rows()).toBe(0);
    const done = await ana.raw(path, {
      headers: {
        ...token,
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'cors',
        'sec-fetch-dest': 'empty',
      },
    });
    expect([done.status, done.headers['cache-control']]).toEqual([200, 'no-store']);
    await act(ana, ben, 'cancel');
  });

  test('[SCH-05] is denied while connect is off, with lists closed and no status shown', async () => {
    const { ana, ben } = world;
    await act(ana, ben, 'request');
    await world.sql(`update schools set connect = false where code = 'demo'`);
    try {
      for (const type of ['request', 'accept', 'reject', 'cancel', 'disconnect'] as const) {
        expect(await act(ana, ben, type)).toMatchObject({ success: 'false', code: 'connect_off' });
      }
      expect((await ana.try('GET /api/v1/connections')).status).toBe(403);
      const filtered = await ana.try('GET /mobile_ws/v18/mobile_people', {
        connection: 'connected',
      });
      expect([filtered.status, filtered.body]).toMatchObject([
        400,
        { error: { code: 'unknown_filter' } },
      ]);
      expect(filtered.text).not.toContain(', connection');
      const { data } = await ana.call('GET /mobile_ws/v18/user_profile', { uid: ben.uid });
      expect(data).toMatchObject({ connectionStatus: 0, can: { connect: false, message: true } });
      const filters = await ana.call('GET /mobile_ws/v18/listing_filters', { type: 'directory' });
      expect(filters.map((filter) => filter.name)).not.toContain('connection');
    } finally {
      await world.sql(`update schools set connect = true where code = 'demo'`);
    }
    expect(await status(ana, ben)).toBe(2);
    await act(ana, ben, 'cancel');
  });

  test('is rate-limited for scripts that request hundreds of people', async () => {
    const person = await world.join({ username: 'script' });
    await world.sql(
      `insert into rate_limits (school_id, subject, window_ends_at, used) values ($1, $2, $3, 200)`,
      [world.school, `connect:${person.id}`, new Date(world.clock.now().getTime() + 60_000)],
    );
    const answer = await person.try('GET /mobile_ws/v18/user_connect', {
      student_uid: world.ben.uid,
      type: 'request',
    });
    expect([answer.status, answer.headers['x-error-status']]).toEqual([429, '429']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a person’s own lists', () => {
  test('have the right incoming, sent and connected people, with counts', async () => {
    const { ana, ben, cy, admin } = world;
    await act(ana, ben, 'request');
    await act(cy, ana, 'request');
    await act(admin, ana, 'request');
    await act(ana, admin, 'accept');
    const names = async (list: 'incoming' | 'sent' | 'connected') => {
      const { items, counts, total } = await ana.call('GET /api/v1/connections', { list });
      expect([total, counts]).toEqual([items.length, { incoming: 1, sent: 1, connected: 1 }]);
      return items.map((item) => [item.firstName, item.connectionStatus]);
    };
    expect(await names('incoming')).toEqual([['Cy', 3]]);
    expect(await names('sent')).toEqual([['Ben', 2]]);
    expect(await names('connected')).toEqual([['Ada', 1]]);
  });
});

test('[CONN-02] people can search their connections by the start of names', async () => {
  const { eve } = world;
  const [me, kim, kai] = [
    await world.join({ username: 'searcher' }),
    await world.join({ username: 'kim', first_name: 'Kim', last_name: 'Öberg' }),
    await world.join({ username: 'kai', first_name: 'Kai', last_name: 'Stone' }),
  ];
  for (const other of [kim, kai]) {
    await act(me, other, 'request');
    await act(other, me, 'accept');
  }
  const found = async (who: Person, search: string) => {
    const { total, items, counts } = await who.call('GET /api/v1/connections', { search });
    return [total, items.map(({ uid }) => uid), counts.connected];
  };
  expect(await found(me, 'ob')).toEqual([1, [kim.uid], 2]);
  expect(await found(me, 'kai st')).toEqual([1, [kai.uid], 2]);
  expect(await found(me, 'tone')).toEqual([0, [], 2]);
  expect(await found(eve, 'k')).toEqual([0, [], 0]);
});

test('[CONN-08] accepting all requests connects with everyone who asked in time, and with no one else', async () => {
  const { cy, eve } = world;
  const [ana, ben, blocked, late, asked] = [
    await world.join({ username: 'popular' }),
    await world.join({ username: 'first' }),
    await world.join({ username: 'blocked' }),
    await world.join({ username: 'late' }),
    await world.join({ username: 'asked' }),
  ];
  for (const who of [ben, cy, blocked]) await act(who, ana, 'request');
  await act(ana, asked, 'request');
  await ana.call('PUT /api/v1/blocks/{uid}', { uid: blocked.uid });
  const { items } = await ana.call('GET /api/v1/connections', { list: 'incoming' });
  expect(items.map(({ uid }) => uid).sort()).toEqual([ben.uid, cy.uid].sort());
  world.clock.advance(1_000);
  await act(late, ana, 'request');
  await world.sql('delete from outbox');
  const until = items[0]?.since ?? '';
  const path = 'POST /api/v1/connections/acceptances';
  // A stranger's call changes nothing of Ana's.
  expect(await eve.call(path, { until })).toEqual({ accepted: 0 });
  const twice = await Promise.all([ana.call(path, { until }), ana.call(path, { until })]);
  expect(twice.map(({ accepted }) => accepted).sort()).toEqual([0, 2]);
  expect(
    await world.sql(`select kind, (payload ->> 'of')::bigint as of from outbox order by 2`),
  ).toEqual(
    [ben.id, cy.id].sort((a, b) => a - b).map((of) => ({ kind: 'connection_accepted', of })),
  );
  for (const [who, expected] of [
    [ben, 1],
    [cy, 1],
    [late, 3],
    [asked, 2],
  ] as const)
    expect(await status(ana, who)).toBe(expected);
  await world.app.jobs.settle();
  expect(
    await world.sql(
      'select from connections where is_accepted and $1 in (low_id, high_id) and $2 in (low_id, high_id)',
      [ana.id, blocked.id],
    ),
  ).toEqual([]);
});
