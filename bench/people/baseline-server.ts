import { createServer } from 'node:http';
import pg from 'pg';
import { baselineStatements } from './baseline-statements.ts';

/*
 * The baseline in a separate process: `baseline-server.ts <database> <school>`. Plain node:http and pg: one statement per call, no session,
 * checks or framework.
 */
const [, , url = '', school = ''] = process.argv;
const pool = new pg.Pool({ connectionString: url, max: 20 });
let sent = 0;

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://baseline');
  // `/page-prepared` is `/page` with a statement that PostgreSQL plans once per connection.
  const [name = '', isPrepared] = pathname.slice(1).split('-');
  const statement = baselineStatements[name];
  if (statement === undefined) {
    response.writeHead(404, { 'content-length': 0 }).end();
    return;
  }
  sent += 1;
  const values = [school, ...statement.takes.map((taken) => searchParams.get(taken))];
  pool.query({ text: statement.text, values, ...(isPrepared !== undefined && { name }) }).then(
    ({ rows }) => {
      const body = JSON.stringify(rows);
      response
        .writeHead(200, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        })
        .end(body);
    },
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      response.writeHead(500, { 'content-length': 0 }).end();
    },
  );
});
server.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  process.send?.({ port: typeof bound === 'object' && bound !== null ? bound.port : 0 });
});
process.on('message', () => {
  globalThis.gc?.();
  process.send?.({ sent, cpu: process.cpuUsage(), memory: process.memoryUsage() });
});
process.on('disconnect', () => process.exit());
