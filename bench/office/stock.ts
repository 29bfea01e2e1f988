import { randomUUID } from 'node:crypto';
import { send } from '../people/writes.ts';
import { costText, mark, middle, n, sendOver, withCosts, type Setup } from './setup.ts';

const [buyers, stock, connections, rounds] = [2_000, 100, 64, 3] as const;

/** Creates a club with a product of the given stock. Returns the ids of the club and the variant. */
const addProduct = async (
  { admin }: Setup,
  port: number,
): Promise<{ club: string; variant: string }> => {
  const call = async <T>(path: string, body: object): Promise<T> => {
    const { status, text } = await send(port, { method: 'POST', path, jwt: admin, body });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`);
    return JSON.parse(text) as T;
  };
  const { id: club } = await call<{ id: string }>('/api/v1/clubs', {
    clientId: randomUUID(),
    name: `Store ${randomUUID().slice(0, 8)}`,
    membership: 'open',
  });
  const { variants } = await call<{ variants: { id: string }[] }>(
    `/api/v1/clubs/${club}/products`,
    {
      clientId: randomUUID(),
      name: 'Shirt',
      price: { amount: 1200, currency: 'USD' },
      stock,
    },
  );
  return { club, variant: variants[0]?.id ?? '' };
};

/** Many people order the last units at once, compared with a bare route. Returns lines for the figures. */
export const raceForStock = async (setup: Setup, jwts: readonly string[]): Promise<string[]> => {
  const { client, school } = setup;
  await client.query(
    'create schema if not exists baseline; create table baseline.stock (id int primary key, "left" int); create table baseline.orders (id bigserial primary key, buyer bigint)',
  );
  const [server, baseline] = [await setup.startOurs(), await setup.startBaseline()];
  const people = jwts.slice(0, buyers);
  const [ours, plain]: [number[], number[]] = [[], []];
  let [isExact, others, cost] = [true, 0, ''];
  for (let round = 0; round < rounds; round += 1) {
    await client.query(
      `truncate baseline.stock, baseline.orders; insert into baseline.stock values (1, ${stock})`,
    );
    const bare = await sendOver(
      connections,
      people.map((_, buyer) => ({ method: 'POST', path: '/order', body: { buyer } })),
      () => baseline.port,
    );
    plain.push(people.length / bare.seconds);
    const { club, variant } = await addProduct(setup, server.port);
    const costs = await withCosts(setup, server, () =>
      sendOver(
        connections,
        people.map((jwt) => ({
          method: 'POST',
          path: '/api/v1/orders',
          jwt,
          body: { clientId: randomUUID(), club, items: [{ variant, quantity: 1 }] },
        })),
        () => server.port,
      ),
    );
    cost = costText(costs, people.length);
    const run = costs.result;
    ours.push(people.length / run.seconds);
    const statuses = run.answers.map((answer) => answer?.status ?? 0);
    const { rows } = await client.query<{ held: number }>(
      'select held from product_variants where school_id = $1 and id = $2',
      [school.school, variant],
    );
    isExact &&=
      statuses.filter((status) => status === 200).length === stock &&
      Number(rows[0]?.held) === stock;
    others += statuses.filter((status) => status !== 200 && status !== 409).length;
  }
  await Promise.all([server.stop(), baseline.stop()]);
  const share = middle(ours) / middle(plain);
  return [
    `| the last ${stock} of a stock, ${n(people.length)} people, ${connections} connections, median of ${rounds} | exactly ${stock} sold | other answers | a second | baseline | share (aim 0.35) | processor ms an order: server, PostgreSQL |`,
    '|---|---|---|---|---|---|---|',
    `| one order each | ${isExact ? 'yes' : 'no ✗'} | ${others}${mark(others === 0)} | ${n(middle(ours))} | ${n(middle(plain))} | ${share.toFixed(2)}${mark(share >= 0.35)} | ${cost} |`,
  ];
};
