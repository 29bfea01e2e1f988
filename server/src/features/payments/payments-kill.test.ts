import fc from 'fast-check';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import { runMaintenance } from '#server/kernel/jobs/maintenance.ts';
import { effort, isSoak, seed } from '../../../test/effort.ts';
import { connectStripe, inStripe } from '../../../test/in-stripe.ts';
import {
  NoAnswer,
  startServerProcess,
  type ProcessRequest,
  type ServerProcess,
} from '../../../test/server-process.ts';
import type { Fault } from '../../../test/test-stripe.ts';
import { inWorld, type Answer, type Person } from '../../../test/world.ts';
import { queueForgotten } from './payments.jobs.ts';

/*
 * A server in its own process is killed at random moments while people order, pay, cancel and get refunds, and while Stripe drops answers,
 * delays them, sends events late, twice, in any order and forged, and answers 500. When everything works again and all jobs have run, the
 * orders, Stripe, the stock, the spots and the ledger agree.
 */

const world = inWorld({ ownDatabase: true });
const stripe = inStripe();
const secret = 'whsec_kills';
const usd = (amount: number) => ({ amount, currency: 'USD' });
const minute = 60_000;

const size = {
  rounds: effort({ quick: 2, full: 15 }),
  lives: effort({ quick: 70, full: 700 }),
  buyers: effort({ quick: 8, full: 120 }),
  products: effort({ quick: 3, full: 40 }),
  stock: effort({ quick: 25, full: 500 }),
  events: effort({ quick: 3, full: 60 }),
  capacity: effort({ quick: 5, full: 50 }),
  /** People who act at the same time. */
  together: effort({ quick: 8, full: 12 }),
  /** Kills during each round. */
  kills: effort({ quick: 1, full: 4 }),
};
/** Milliseconds that a server runs before it is killed. */
const lifetime = { min: 50, max: 2_500 };

let club = '';
const variants: string[] = [];
const shows: { readonly id: string; readonly ticket: string }[] = [];
const buyers: Person[] = [];

beforeAll(async () => {
  ({ id: club } = await world.admin.call('POST /api/v1/clubs', {
    clientId: newClientId(),
    name: 'Rowing',
    membership: 'open',
    president: world.ben.uid,
  }));
  await connectStripe(world, stripe, { key: 'sk_test_kills', webhookSecret: secret });
  for (let nth = 0; nth < size.products; nth += 1) {
    const product = await world.ben.call('POST /api/v1/clubs/{id}/products', {
      id: club,
      clientId: newClientId(),
      name: `Shirt ${nth}`,
      price: usd(1000 + nth),
      stock: size.stock,
    });
    variants.push(product.variants[0]?.id ?? '');
  }
  // Later than all time that passes here.
  const at = Math.ceil(world.clock.now().getTime() / minute) * minute + 90 * 24 * 60 * minute;
  for (let nth = 0; nth < size.events; nth += 1) {
    const made = await world.ben.call('POST /api/v1/events', {
      clientId: newClientId(),
      title: `Regatta ${nth}`,
      dateStart: new Date(at + nth * 60 * minute).toISOString(),
      dateEnd: new Date(at + (nth + 1) * 60 * minute).toISOString(),
      timeZone: 'Europe/Berlin',
      club,
      registration: 'event',
      capacity: size.capacity,
      ticketKinds: [{ name: 'Seat', price: usd(2500) }],
      refundHours: 24,
    });
    await world.ben.call('POST /api/v1/events/{id}/publish', {
      id: made.id,
      version: made.version,
    });
    const page = await world.ben.call('GET /api/v1/events/{id}', { id: made.id });
    shows.push({ id: made.id, ticket: page.ticketKinds[0]?.id ?? '' });
  }
  await world.ben.call('POST /api/v1/clubs/{id}/discounts', {
    id: club,
    clientId: newClientId(),
    code: 'CREW',
    percent: 33,
  });
  for (let nth = 0; nth < size.buyers; nth += 1)
    buyers.push(await world.join({ username: `buyer${nth}` }));
});

const signIn = async (): Promise<void> => {
  for (const one of [world.ben, world.admin, ...buyers])
    one.tokens = (await world.signInAgain(one)).tokens;
};

const counts = { answers: new Map<number, number>(), lost: 0, kills: 0, orders: 0 };
/** Expected answers. Any other, such as a 500, fails the test. */
const allowed = new Set([200, 409, 422, 429, 503]);

let server: ServerProcess;
/** Sends a request, and again with the same body after a kill, like the web app. Returns undefined if no answer came. */
const ask = async (path: string, request: ProcessRequest): Promise<Answer | undefined> => {
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      const answer = await server.send(path, request);
      const { status } = answer;
      counts.answers.set(status, (counts.answers.get(status) ?? 0) + 1);
      return answer;
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      counts.lost += 1;
    }
  }
  return undefined;
};
const call = async (
  who: Person,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer | undefined> => {
  const answer = await ask(path, {
    method,
    token: who.tokens.jwt,
    ...(body !== undefined && { body }),
  });
  if (answer !== undefined && !allowed.has(answer.status))
    throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
  return answer;
};

/** An order, and what its buyer knows of it. */
interface Bought {
  readonly id: string;
  readonly who: Person;
  readonly line: string;
  readonly show: string | null;
  readonly payments: string[];
  /** Sessions whose address the buyer got. No one can pay another one. */
  readonly shown: Set<string>;
}
type Act = (order: Bought) => Promise<unknown>;

/** Two people share the work, so that limits per person refuse less of it. */
const officerOf = (order: string): Person => nthOf([world.ben, world.admin], Number(order) % 97);

const sendEvent = (type: string, object: unknown, key = secret) => {
  const event = stripe.event(type, object, { secret: key, at: world.clock.now() });
  return ask('/api/v1/payments/stripe/webhook', {
    method: 'POST',
    headers: { 'stripe-signature': event.signature, 'content-type': 'application/json' },
    body: event.body,
  });
};

const acts = {
  pay: fc
    .constantFrom('stripe', 'stripe', 'stripe', 'stripe', 'desk')
    .map((provider): Act => async ({ id, who, payments, shown }) => {
      const sent = { clientId: newClientId(), provider };
      const answer = await call(who, 'POST', `/api/v1/orders/${id}/payments`, sent);
      const made = answer?.body as { id?: string; url?: string | null } | undefined;
      if (answer?.status !== 200 || made?.id === undefined) return;
      payments.push(made.id);
      if (typeof made.url === 'string') shown.add(made.url);
    }),
  complete: fc.boolean().map((isDelayed): Act => async ({ id, shown }) => {
    for (const session of stripe.sessionsOf(id))
      if (session.url !== null && shown.has(session.url))
        stripe.complete(session.id, { isDelayed });
  }),
  confirm: fc.constant<Act>(async ({ id }) => {
    for (const session of stripe.sessionsOf(id))
      if (session.status === 'complete' && session.payment_status === 'unpaid')
        stripe.confirm(session.id);
  }),
  event: fc
    .record({
      type: fc.constantFrom(
        'checkout.session.completed',
        'checkout.session.completed',
        'checkout.session.async_payment_succeeded',
        'checkout.session.expired',
      ),
      times: fc.integer({ min: 1, max: 3 }),
    })
    .map(({ type, times }): Act => async ({ id }) => {
      const all = stripe.sessionsOf(id).flatMap((one) => Array.from({ length: times }, () => one));
      const answers = await Promise.all(all.map((session) => sendEvent(type, session)));
      for (const answer of answers)
        if (answer !== undefined && answer.status !== 200 && answer.status !== 503)
          throw new Error(`an event was answered with ${answer.status}: ${answer.text}`);
    }),
  forged: fc.constant<Act>(async ({ id }) => {
    const paid = { id: `cs_${id}`, object: 'checkout.session', payment_status: 'paid' };
    const answer = await sendEvent('checkout.session.completed', paid, 'whsec_forged');
    if (answer !== undefined && answer.status !== 400)
      throw new Error(`a forged event was answered with ${answer.status}: ${answer.text}`);
  }),
  check: fc.constant<Act>(async ({ who, payments }) => {
    const payment = payments.at(-1);
    if (payment !== undefined)
      await call(who, 'POST', `/api/v1/payments/${payment}/check`, { clientId: newClientId() });
  }),
  receipt: fc.constant<Act>(async ({ id, payments }) => {
    const payment = payments.at(-1);
    const sent = { clientId: newClientId(), method: 'cash' };
    if (payment !== undefined)
      await call(officerOf(id), 'POST', `/api/v1/payments/${payment}/receipt`, sent);
  }),
  cancel: fc.constant<Act>(({ id, who }) => call(who, 'DELETE', `/api/v1/orders/${id}`)),
  leave: fc.constant<Act>(async ({ who, show }) => {
    if (show !== null) await call(who, 'DELETE', `/api/v1/events/${show}/registration`);
  }),
  refund: fc
    .record({ amount: fc.constantFrom(1, 400, 999, 1000, 2500), restocks: fc.boolean() })
    .map(
      ({ amount, restocks }): Act =>
        ({ id, line }) =>
          call(officerOf(id), 'POST', `/api/v1/orders/${id}/refunds`, {
            clientId: newClientId(),
            amount: usd(amount),
            reason: 'Model',
            ...(restocks && { restock: [{ line, quantity: 1 }] }),
          }),
    ),
} satisfies Record<string, fc.Arbitrary<Act>>;

const act = fc.oneof(
  { weight: 5, arbitrary: acts.pay },
  { weight: 5, arbitrary: acts.complete },
  { weight: 4, arbitrary: acts.event },
  ...Object.values(acts).map((arbitrary) => ({ weight: 1, arbitrary })),
);
/** Acts in any order. Most of these orders are never paid. */
const anyScript = fc.array(act, { minLength: 2, maxLength: 6 });
/** A payment, and what can follow it. */
const paidScript = fc
  .tuple(
    acts.pay,
    acts.complete,
    acts.event,
    acts.refund,
    fc.array(fc.oneof(acts.refund, act), { maxLength: 3 }),
  )
  .map(([pay, complete, event, refund, more]): Act[] => [pay, complete, event, refund, ...more]);
/** What happens to an order. */
const life = fc.record({
  buyer: fc.nat(),
  item: fc.oneof(
    { weight: 4, arbitrary: fc.record({ product: fc.nat(), quantity: fc.constantFrom(1, 1, 2) }) },
    { weight: 1, arbitrary: fc.record({ show: fc.nat() }) },
  ),
  hasCode: fc.boolean(),
  acts: fc.oneof(anyScript, paidScript),
  /** Acts that run at the same time. */
  together: fc.constantFrom(1, 1, 2),
});
type Life = typeof life extends fc.Arbitrary<infer T> ? T : never;

const nthOf = <T>(all: readonly T[], nth: number): T => all[nth % all.length] as T;

const live = async ({ buyer, item, hasCode, acts: script, together }: Life): Promise<void> => {
  const who = nthOf(buyers, buyer);
  const show = 'show' in item ? nthOf(shows, item.show) : null;
  const answer = await call(who, 'POST', '/api/v1/orders', {
    clientId: newClientId(),
    club,
    items: [
      'show' in item
        ? { event: show?.id, ticketKind: show?.ticket }
        : { variant: nthOf(variants, item.product), quantity: item.quantity },
    ],
    ...(hasCode && { discount: 'crew' }),
  });
  if (answer?.status !== 200) return;
  const { id, lines } = answer.body as { id: string; lines: { id: string }[] };
  const order: Bought = {
    id,
    who,
    line: lines[0]?.id ?? '',
    show: show?.id ?? null,
    payments: [],
    shown: new Set(),
  };
  for (let at = 0; at < script.length; at += together)
    await Promise.all(script.slice(at, at + together).map((one) => one(order)));
};

/** Runs work on all items, several at the same time. */
const forAll = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const left = items.values();
  await Promise.all(
    Array.from({ length: size.together }, async () => {
      for (const item of left) await work(item);
    }),
  );
};

/** Tasks of a killed server are due again after their time limit, which is real time. */
const makeDue = () => world.sql('update event_tasks set run_at = now() where failed_at is null');

/** A number generator, so that the seed determines the faults. The moments of the kills stay random. */
const random = (() => {
  let at = seed >>> 0;
  return () => {
    at = (Math.imul(at, 1_664_525) + 1_013_904_223) >>> 0;
    return at / 2 ** 32;
  };
})();
const faults: readonly Fault[] = [
  'late',
  'drop_before',
  'drop_after',
  'error_before',
  'error_after',
];

const settle = async (minutes: number): Promise<void> => {
  world.clock.advance(minutes * minute);
  await runMaintenance(world.pool, [queueForgotten], world.clock.now());
  await makeDue();
  await world.app.jobs.settle();
};

/** Returns the rows of a query, which are exceptions to a rule. */
const exceptions = (text: string, values: unknown[] = []) => world.sql(text, values);

test(
  '[CLUB-04] killing the server at random moments loses, duplicates and oversells nothing',
  async () => {
    const started = performance.now();
    stripe.state.lateMs = 60;
    stripe.state.fault = () => (random() < 0.85 ? 'none' : nthOf(faults, Math.floor(random() * 5)));
    server = await startServerProcess(world);
    onTestFinished(() => server.stop());
    const killOften = async (): Promise<void> => {
      for (let nth = 0; nth < size.kills; nth += 1) {
        await delay(lifetime.min + Math.random() * (lifetime.max - lifetime.min));
        await server.kill(makeDue);
        counts.kills += 1;
      }
    };
    const lives = fc.sample(life, { numRuns: size.rounds * size.lives, seed });
    for (let round = 0; round < size.rounds; round += 1) {
      const own = lives.slice(round * size.lives, (round + 1) * size.lives);
      await Promise.all([forAll(own, live), killOften()]);
      if (round % 4 === 1)
        await call(world.ben, 'POST', `/api/v1/events/${nthOf(shows, round).id}/cancellation`, {
          reason: 'Storm',
        });
      world.clock.advance(nthOf([31, 10, 61, 25 * 60], round) * minute);
      server.syncTime();
      await signIn();
    }
    await server.stop();

    // Stripe works again, banks decide, and time passes.
    stripe.state.fault = () => 'none';
    for (const order of stripe.orders())
      for (const session of stripe.sessionsOf(order))
        if (session.status === 'complete' && session.payment_status === 'unpaid')
          stripe.confirm(session.id);
    for (const minutes of [31, 61, 61, 7 * 60, 61, 25 * 60, 61, 7 * 60, 61]) await settle(minutes);

    const [counted] = await world.sql<{ orders: number; paid: number; refunds: number }>(
      `select (select count(*)::int from orders) as orders, (select count(*)::int from orders where state in ('paid', 'fulfilled')) as paid,
        (select count(*)::int from refunds) as refunds`,
    );
    const { orders, paid, refunds } = counted ?? { orders: 0, paid: 0, refunds: 0 };
    if (isSoak)
      console.info(
        JSON.stringify({
          orders,
          paid,
          refunds,
          kills: counts.kills,
          lost: counts.lost,
          charged: stripe.taken.size,
          answers: Object.fromEntries(counts.answers),
          seconds: Math.round((performance.now() - started) / 1000),
        }),
      );
    expect(counts.kills).toBe(size.rounds * size.kills);
    expect(orders).toBeGreaterThanOrEqual(effort({ quick: 50, full: 10_000 }));
    // Enough of each, so that the comparisons below compare something.
    expect(paid).toBeGreaterThanOrEqual(effort({ quick: 15, full: 1_500 }));
    expect(refunds).toBeGreaterThanOrEqual(effort({ quick: 5, full: 800 }));

    // No order waits forever, and neither does a payment or a refund.
    expect(
      await exceptions(`select id, state, expires_at from orders where state = 'pending'`),
    ).toEqual([]);
    expect(
      await exceptions(
        `select p.id, p.order_id, o.state from payments p join orders o on o.id = p.order_id where p.state = 'open'`,
      ),
    ).toEqual([]);
    expect(
      await exceptions(
        `select r.id, p.order_id, r.external_id, r.is_automatic, r.created_at, r.checked_at from refunds r join payments p on p.id = r.payment_id
          where r.state = 'pending'`,
      ),
    ).toEqual([]);

    // Each order agrees with Stripe: every charge has an order, a paid order was charged once, and refunds are at most what was paid.
    const kept = await world.sql<{ id: string; kept: string }>(
      `select o.id::text, (case when p.provider = 'stripe' then p.received - coalesce((select sum(r.amount) from refunds r
          where r.payment_id = p.id and r.state = 'succeeded'), 0) else 0 end)::text as kept
        from orders o left join payments p on p.order_id = o.id and p.state = 'succeeded' and not p.is_unapplied`,
    );
    const keptOf = new Map(kept.map((row) => [row.id, Number(row.kept)]));
    const differing = [...new Set([...stripe.taken.keys(), ...keptOf.keys()])]
      .map((id) => ({ id, taken: stripe.taken.get(id) ?? 0, kept: keptOf.get(id) }))
      .filter((one) => one.taken !== one.kept);
    expect(differing).toEqual([]);
    expect(
      await exceptions(
        `select o.id, o.state, count(p.id) from orders o left join payments p on p.order_id = o.id and p.state = 'succeeded' and not p.is_unapplied
          group by o.id, o.state having count(p.id) <> (case when o.state in ('paid', 'fulfilled') then 1 else 0 end)`,
      ),
    ).toEqual([]);
    expect(
      await exceptions(
        `select p.id from payments p join refunds r on r.payment_id = p.id and r.state <> 'failed'
          group by p.id, p.received having sum(r.amount) > p.received`,
      ),
    ).toEqual([]);

    // Nothing was sold twice, and what unpaid orders held is free again.
    expect(
      await exceptions(
        `select v.id, v.stock, v.held, coalesce(s.units, 0) as units from product_variants v left join lateral (
            select sum(l.quantity - l.restocked) as units from order_lines l join orders o on o.id = l.order_id and o.state in ('paid', 'fulfilled')
            where l.kind = 'product' and l.item_id = v.id) s on true
          where v.held <> 0 or v.stock < 0 or v.stock + coalesce(s.units, 0) <> $1`,
        [size.stock],
      ),
    ).toEqual([]);
    expect(
      await exceptions(
        `select e.id, s.taken, r.held from events e join event_spots s on s.event_id = e.id left join lateral (
            select coalesce(sum(1 + g.guests), 0) as held from event_registrations g where g.event_id = e.id and g.status = 'registered') r on true
          where s.taken > e.capacity or s.taken <> r.held`,
      ),
    ).toEqual([]);
    expect(
      await exceptions(
        `select g.id, g.status, g.order_state, o.state from event_registrations g join events e on e.id = g.event_id and e.status <> 'canceled'
          left join orders o on o.id = g.order_id
          where g.status = 'registered' and (g.order_state <> 'paid' or o.state is distinct from 'paid')`,
      ),
    ).toEqual([]);
    // Everyone who still had a paid ticket for an event that was canceled has the money back, or an officer has a request to hand it back.
    expect(
      await exceptions(
        `select o.id, p.provider, (select array_agg(h.kind order by h.number) from order_events h where h.order_id = o.id) as history,
            (select array_agg(r.state || ' ' || r.amount order by r.id) from refunds r where r.payment_id = p.id) as refunds
          from order_lines l join events e on e.id = (l.detail ->> 'event')::bigint and e.status = 'canceled'
          join orders o on o.id = l.order_id and o.state in ('paid', 'fulfilled')
          join payments p on p.order_id = o.id and p.state = 'succeeded' and not p.is_unapplied
          where l.restocked < l.quantity
            and p.received > coalesce((select sum(r.amount) from refunds r where r.payment_id = p.id and r.state = 'succeeded'), 0)
            and not exists (select from refund_requests q where q.order_id = o.id)`,
      ),
    ).toEqual([]);

    // The ledger has one entry for each happening, and agrees with Stripe.
    expect(
      await exceptions(
        'select entry_id, currency, sum(amount) from ledger_postings group by entry_id, currency having sum(amount) <> 0',
      ),
    ).toEqual([]);
    expect(
      await exceptions(
        `select o.id, o.state, count(e.id) from orders o left join ledger_entries e on e.source_kind = 'order' and e.source_id = o.id::text
            and e.kind = 'income' group by o.id, o.state having count(e.id) <> (case when o.state in ('paid', 'fulfilled') then 1 else 0 end)`,
      ),
    ).toEqual([]);
    expect(
      await exceptions(
        `select r.id, r.state, r.is_automatic, count(e.id) from refunds r left join ledger_entries e on e.source_kind = 'refund' and e.source_id = r.id::text
            and e.reverses_id is null group by r.id, r.state, r.is_automatic
          having count(e.id) <> (case when r.state = 'succeeded' and not r.is_automatic then 1 else 0 end)`,
      ),
    ).toEqual([]);
    const [provider] = await world.sql<{ balance: number }>(
      `select coalesce(-sum(p.amount), 0)::float8 as balance from ledger_postings p join club_accounts a on a.id = p.account_id
        where a.role = 'provider'`,
    );
    expect(provider?.balance ?? 0).toBe(
      [...stripe.taken.values()].reduce((sum, amount) => sum + amount, 0),
    );
  },
  effort({ quick: 600_000, full: 7_200_000 }),
);
