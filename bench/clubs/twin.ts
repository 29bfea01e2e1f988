import { createServer } from 'node:http';
import pg from 'pg';

/*
 * The twin of the bench of clubs, in a process of its own: `twin.ts <database>`. It reads the rows that a page shows from plain tables
 * by a prepared statement, and nothing else.
 *
 *   GET /feed?v=<place>   its 20 newest posts          GET /clubs?v=<name>   20 clubs after it
 */
const [, , url = ''] = process.argv;
pg.types.setTypeParser(20, Number);
const pool = new pg.Pool({ connectionString: url, max: 8 });
const statements: Readonly<Record<string, string>> = {
  feed: 'select * from post where place = $1 order by at desc, id desc limit 20',
  clubs: 'select * from club where name > $1 order by name, id limit 20',
};
let sent = 0;
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://twin');
  const name = pathname.slice(1);
  sent += 1;
  pool.query({ name, text: statements[name] ?? '', values: searchParams.getAll('v') }).then(
    ({ rows }) => {
      const text = JSON.stringify({ items: rows });
      response
        .writeHead(200, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        })
        .end(text);
    },
    (error: unknown) => response.writeHead(500, { 'content-length': 0 }).end(String(error)),
  );
});
server.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  process.send?.({ port: typeof bound === 'object' && bound !== null ? bound.port : 0 });
});
process.on('message', () =>
  process.send?.({ sent, trips: sent, cpu: process.cpuUsage(), memory: process.memoryUsage() }),
);
process.on('disconnect', () => process.exit());
