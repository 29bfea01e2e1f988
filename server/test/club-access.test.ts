import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { permissionsOf, type PermissionOf } from '#contract/permissions.ts';
import { inputs } from './access-inputs.ts';
import { acceptDonations } from './donations.ts';
import { sampleOf } from './effort.ts';
import { inWorld, type Person } from './world.ts';

/*
 * Every club permission × position × call. A call declares its permission in the contract (`inClub`). Each call is made by someone with
 * only that permission, by someone with all others, and by some people with one other. Soak runs try every position. New calls are
 * included automatically.
 */

const world = inWorld();
const all = permissionsOf('club');
const guarded = endpoints.filter((one: Endpoint) => one.inClub !== undefined) as (Endpoint & {
  inClub: NonNullable<Endpoint['inClub']>;
})[];

/** Calls that change something in a club without a position, for members' own actions or for staff. */
const open = new Set([
  'clubs.join',
  'clubs.leave',
  // Everyone can dismiss suggestions.
  'clubs.suggestions-dismiss',
  'clubs.suggestions-restore',
  // Members add files to folders that allow it.
  'club-files.create',
]);

let club = '';
let account = '';
const positions: { name: string; held: readonly PermissionOf<'club'>[]; who: Person }[] = [];

const hold = async (name: string, held: readonly PermissionOf<'club'>[]) => {
  const who = await world.join({ username: name.replaceAll(/\W/g, '') });
  await who.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  await world.sql(
    `with role as (insert into roles (school_id, scope, name, permissions, created_at)
       values ($1, 'club', $2, $3, now()) returning id)
     insert into role_grants (school_id, role_id, user_id, scope_id, granted_at) select $1, id, $4, $5, now() from role`,
    [world.school, name, held, who.id, club],
  );
  positions.push({ name, held, who });
};

beforeAll(async () => {
  const made = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Guarded',
    membership: 'open',
    president: world.ben.uid,
  });
  club = made.id;
  account = (
    await world.admin.call('POST /api/v1/school/club-accounts', {
      clientId: newClientId(),
      code: 'GUARDED',
      name: 'Guarded',
      club,
    })
  ).id;
  await acceptDonations(world.ben, club);
  for (const who of [world.ana, world.cy])
    await who.call('PUT /api/v1/clubs/{id}/membership', { id: club });
  await hold('nothing', []);
  for (const one of all) {
    await hold(`only ${one}`, [one]);
    await hold(
      `all but ${one}`,
      all.filter((other) => other !== one),
    );
  }
});

const canCall = ({ inClub }: (typeof guarded)[number], held: readonly string[]): boolean =>
  inClub === 'any' ? held.length > 0 : [inClub].flat().some((one) => held.includes(one));

/** Creates what an address refers to, by the address up to it. */
const made: Record<string, (ids: Record<string, string>) => Promise<string>> = {
  '/api/v1/clubs/{id}': () => Promise.resolve(club),
  '/api/v1/clubs/{id}/rosters/{roster}': async () => {
    const newcomer = await world.join({ username: `n${newClientId().slice(-12)}` });
    const sent = { id: club, clientId: newClientId(), text: newcomer.uid };
    const { roster } = await world.ben.call('POST /api/v1/clubs/{id}/rosters', sent);
    return roster?.id ?? '';
  },
  '/api/v1/clubs/{id}/points/{line}': async () => {
    const gift = { clientId: newClientId(), uids: [world.ana.uid], points: 1, reason: 'Test' };
    await world.ben.call('POST /api/v1/clubs/{id}/points', { id: club, ...gift });
    const { items } = await world.ana.call('GET /api/v1/clubs/{id}/points', { id: club });
    return items[0]?.id ?? '';
  },
  '/api/v1/clubs/{id}/links/{link}': async () =>
    (await world.ben.call('POST /api/v1/clubs/{id}/links', { id: club, clientId: newClientId() }))
      .id,
  '/api/v1/clubs/{id}/emails/{email}': async () =>
    (await world.ben.call('POST /api/v1/clubs/{id}/emails', { id: club })).id,
  '/api/v1/posts/{id}': async () =>
    (await world.ana.call('POST /api/v1/posts', { clientId: newClientId(), text: 'Hi', club })).id,
  '/api/v1/comments/{id}': async () => {
    const id = await make('/api/v1/posts/{id}', {});
    const said = { id, clientId: newClientId(), text: 'Hello' };
    return (await world.ana.call('POST /api/v1/posts/{id}/comments', said)).id;
  },
  '/api/v1/surveys/{id}': async () =>
    (
      await world.ben.call('POST /api/v1/clubs/{id}/surveys', {
        id: club,
        clientId: newClientId(),
        title: 'How was it?',
      })
    ).id,
  '/api/v1/elections/{id}': async () =>
    (
      await world.ben.call('POST /api/v1/elections', {
        clientId: newClientId(),
        club,
        isDraft: true,
        title: 'Officers',
        opensAt: '2099-01-10T08:00:00Z',
        closesAt: '2099-01-17T20:00:00Z',
        timeZone: 'Europe/Berlin',
        voters: { members: true },
        contests: [],
      })
    ).id,
  '/api/v1/jobs/{id}': async () =>
    (
      await world.ben.call('POST /api/v1/jobs', {
        clientId: newClientId(),
        club,
        isDraft: true,
        title: 'Poster designer',
        kind: 'part_time',
        description: 'You design posters.',
        closesAt: '2099-01-10T08:00:00Z',
        apply: 'here',
      })
    ).id,
  // Someone who applied.
  '/api/v1/jobs/{id}/applications/{uid}': async ({ id = '' }) => {
    await world.sql(
      `insert into job_applications (school_id, job_id, user_id, sent_at) select school_id, id, $2, $3 from jobs where id = $1`,
      [id, world.ana.id, world.clock.now()],
    );
    return world.ana.uid;
  },
  '/api/v1/budget-requests/{id}': async () =>
    (
      await world.ben.call('POST /api/v1/budget-requests', {
        clientId: newClientId(),
        kind: 'purchase',
        club,
        account,
        title: 'Parts',
        lines: [{ title: 'Motors', category: '', quantity: 1, price: 100 }],
      })
    ).id,
  '/api/v1/events/{id}': async () => {
    const event = await world.ben.call('POST /api/v1/events', {
      clientId: newClientId(),
      title: 'Gala',
      dateStart: '2027-10-01T18:00:00Z',
      dateEnd: '2027-10-01T20:00:00Z',
      timeZone: 'Europe/Berlin',
      club,
    });
    return event.id;
  },
  '/api/v1/events/{id}/emails/{email}': async ({ id = '' }) => {
    await world.sql(`update events set status = 'published', published_at = $2 where id = $1`, [
      id,
      world.clock.now(),
    ]);
    return (await world.ben.call('POST /api/v1/events/{id}/emails', { id })).id;
  },
  // The response of someone who is registered.
  '/api/v1/events/{id}/attendees/{uid}': () => Promise.resolve(world.ana.uid),
  // Another club is invited as a cohost.
  '/api/v1/events/{id}/cohosts/{club}': async ({ id = '' }) => {
    await world.sql(
      `insert into event_cohosts (school_id, event_id, club_id, is_accepted) select school_id, id, $2, false from events where id = $1`,
      [id, club],
    );
    await world.sql(`update events set status = 'published', published_at = $2 where id = $1`, [
      id,
      world.clock.now(),
    ]);
    return club;
  },
  '/api/v1/products/{id}': async () =>
    (
      await world.ben.call('POST /api/v1/clubs/{id}/products', {
        id: club,
        clientId: newClientId(),
        name: 'Shirt',
        price: { amount: 1500, currency: 'USD' },
      })
    ).id,
  '/api/v1/dues-plans/{id}': async () =>
    (
      await world.ben.call('POST /api/v1/clubs/{id}/dues-plans', {
        id: club,
        clientId: newClientId(),
        name: 'A month',
        amount: { amount: 500, currency: 'USD' },
        months: 1,
      })
    ).id,
  '/api/v1/clubs/{id}/dues/{uid}': () => Promise.resolve(world.ana.uid),
  '/api/v1/discounts/{id}': async () =>
    (
      await world.ben.call('POST /api/v1/clubs/{id}/discounts', {
        id: club,
        clientId: newClientId(),
        code: newClientId(),
        percent: 10,
      })
    ).id,
  '/api/v1/orders/{id}': async () =>
    (
      await world.ana.call('POST /api/v1/orders', {
        clientId: newClientId(),
        club,
        items: [{ donation: { amount: 500, currency: 'USD' } }],
      })
    ).id,
  '/api/v1/payments/{id}': async () => {
    const id = await make('/api/v1/orders/{id}', {});
    const chosen = { id, clientId: newClientId(), provider: 'desk' as const };
    return (await world.ana.call('POST /api/v1/orders/{id}/payments', chosen)).id;
  },
  '/api/v1/refund-requests/{id}': async () => {
    const payment = await make('/api/v1/payments/{id}', {});
    const taken = { id: payment, clientId: newClientId(), method: 'cash' as const };
    await world.ben.call('POST /api/v1/payments/{id}/receipt', taken);
    const { items } = await world.ana.call('GET /api/v1/orders', { size: 100 });
    const id = items.find((one) => one.state === 'paid' && !one.hasRefundRequest)?.id ?? '';
    const asked = { id, clientId: newClientId(), reason: 'Too small' };
    return (await world.ana.call('POST /api/v1/orders/{id}/refund-requests', asked)).id;
  },
  '/api/v1/elections/{id}/paper/{number}': () => Promise.resolve('1'),
  '/api/v1/club-folders/{id}': async () =>
    (
      await world.ben.call('POST /api/v1/clubs/{id}/folders', {
        id: club,
        clientId: newClientId(),
        name: newClientId(),
      })
    ).id,
};
const make = (address: string, ids: Record<string, string>): Promise<string> => {
  const maker = made[address];
  if (maker === undefined) throw new Error(`say here how to make what ${address} names`);
  return maker(ids);
};

/** Returns the ids for the call's address. */
const idsFor = async ({ path }: Endpoint): Promise<Record<string, string>> => {
  const ids: Record<string, string> = {};
  for (const { 0: place, 1: name = '', index } of path.matchAll(/\{(\w+)\}/g))
    // The kind of a picture, for example, is an input.
    if (name !== 'kind') ids[name] = await make(path.slice(0, index) + place, ids);
  return ids;
};

const call = async (who: Person, endpoint: Endpoint, ids: Record<string, string>) => {
  const text = JSON.stringify(inputs[endpoint.name] ?? {}).replaceAll('{other}', world.cy.uid);
  const input = JSON.parse(text) as Record<string, unknown>;
  const upload = endpoint.upload === undefined ? {} : { upload: Buffer.from('x') };
  // Some calls name the club and its account in their body.
  if (endpoint.inClub !== undefined && 'club' in input) input['club'] = club;
  if (endpoint.inClub !== undefined && 'account' in input) input['account'] = account;
  if (endpoint.inClub !== undefined && 'orders' in input)
    input['orders'] = [await make('/api/v1/orders/{id}', {})];
  return who.try(`${endpoint.method} ${endpoint.path}` as never, { ...input, ...upload, ...ids });
};

test('every call that changes something in a club declares its permission', () => {
  const silent = endpoints.filter(
    (one: Endpoint) =>
      one.path.startsWith('/api/v1/clubs/{id}/') &&
      one.method !== 'GET' &&
      one.access === 'member' &&
      one.inClub === undefined &&
      !open.has(one.name),
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
  expect(guarded.length).toBeGreaterThan(30);
});

const nextAndSome = (
  all: typeof positions,
  isNext: (position: (typeof positions)[number]) => boolean,
): typeof positions => [
  ...all.filter(isNext),
  ...sampleOf(
    all.filter((one) => !isNext(one)),
    2,
  ),
];

test.each(guarded.map((one) => [one.name, one] as const))(
  '[CLUB-03] only positions with its permission can call %s',
  async (_, endpoint) => {
    const ids = await idsFor(endpoint);
    // The positions next to the rule, and some of the others.
    const refused = nextAndSome(
      positions.filter(({ held }) => !canCall(endpoint, held)),
      ({ held }) => held.length !== 1,
    );
    const allowed = nextAndSome(
      positions.filter(({ held }) => canCall(endpoint, held)),
      ({ held }) => held.length === 1 && endpoint.inClub !== 'any',
    );
    for (const { name, who } of refused) {
      const { status } = await call(who, endpoint, ids);
      // Items that a person can't see return 404.
      expect([name, status === 404 ? 403 : status]).toEqual([name, 403]);
    }
    for (const { name, who } of allowed) {
      const { status, text } = await call(who, endpoint, ids);
      expect([name, status, [401, 403, 404].includes(status) ? text : '']).toEqual([
        name,
        status,
        '',
      ]);
      // Create the deleted item again for the next call.
      if (endpoint.method === 'DELETE' && endpoint.path.endsWith('}'))
        Object.assign(ids, await idsFor(endpoint));
    }
    expect(allowed.length).toBeGreaterThan(0);
    expect(refused.length).toBeGreaterThan(0);
  },
);
