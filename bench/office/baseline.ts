import Fastify from 'fastify';
import pg from 'pg';

/*
 * The baseline of the office benchmark, in a separate process: `baseline.ts <database>`. Bare Fastify routes on plain tables, with as many
 * connections as the product has.
 *
 * POST /vote { voter, ballot }   one transaction that inserts a voter and a ballot
 * POST /order { buyer }          one transaction that takes one of the stock and inserts an order, or 409
 * GET /tree?parent=<id>          the rows of a tree of accounts, by one prepared statement
 */
const [, , url = ''] = process.argv;
const pool = new pg.Pool({ connectionString: url, max: 20 });
const app = Fastify();

app.post<{ Body: { voter: number; ballot: object } }>('/vote', async ({ body }) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query({
      name: 'voter',
      text: 'insert into baseline.voters (voter) values ($1)',
      values: [body.voter],
    });
    await client.query({
      name: 'ballot',
      text: 'insert into baseline.ballots (ballot) values ($1)',
      values: [JSON.stringify(body.ballot)],
    });
    await client.query('commit');
    return { ok: true };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});

app.post<{ Body: { buyer: number } }>('/order', async ({ body }, reply) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rowCount } = await client.query({
      name: 'take',
      text: 'update baseline.stock set "left" = "left" - 1 where id = 1 and "left" > 0',
    });
    if (rowCount === 1)
      await client.query({
        name: 'order',
        text: 'insert into baseline.orders (buyer) values ($1)',
        values: [body.buyer],
      });
    await client.query('commit');
    return reply.code(rowCount === 1 ? 200 : 409).send({ ok: rowCount === 1 });
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});

app.get<{ Querystring: { parent: string } }>('/tree', async ({ query }) => {
  const { rows } = await pool.query<{ item: object }>({
    name: 'tree',
    text: 'select item from baseline.tree where parent = $1 order by nth',
    values: [query.parent],
  });
  return { items: rows.map(({ item }) => item), isCut: false };
});

await app.listen({ port: 0, host: '127.0.0.1' });
const bound = app.server.address();
process.on('message', () =>
  process.send?.({ sent: 0, cpu: process.cpuUsage(), memory: process.memoryUsage() }),
);
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => process.exit());
process.send?.({ port: typeof bound === 'object' && bound !== null ? bound.port : 0 });
