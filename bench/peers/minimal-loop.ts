import { createServer } from 'node:http';
import pg from 'pg';

/*
 * The yardstick beside peers, in a process of its own: `minimal-loop.ts <database>`. The least that a Node server can do for the
 * same 20 rows on plain tables of the same people: node:http, pg, named statements, a pool of 8. No session, school, privacy,
 * connections or total. It stays minimal: `fill.ts` copies the people.
 *
 *   GET /page?v=<last name>&v=<id>   20 people after these          GET /narrow?v=<lower-case start of a full name>   20 people
 *   GET /profile?v=<id>              one person                     GET /list?v=<id>                                  20 notifications
 *   GET /connect?v=<id>&v=<id>       one row                        GET /cancel?v=<id>&v=<id>                         removes it
 */
const [, , url = ''] = process.argv;
pg.types.setTypeParser(20, Number);
const pool = new pg.Pool({ connectionString: url, max: 8 });
const columns = 'id, name, photo, headline, grad, major, city';
const statements: Readonly<Record<string, string>> = {
  page: `select ${columns} from person where tenant = 1 and (lname, id) > ($1, $2) order by lname, id limit 20`,
  narrow: `select ${columns} from person where tenant = 1 and sname collate "C" >= $1 and sname collate "C" < $2 and visible
    order by sname collate "C", id limit 20`,
  profile: 'select * from person where tenant = 1 and id = $1',
  list: 'select id, kind, actor, photo, title, at from note where tenant = 1 and who = $1 order by id desc limit 20',
  connect: 'insert into tie (low, high) values ($1, $2) on conflict do nothing',
  cancel: 'delete from tie where low = $1 and high = $2',
};

let sent = 0;
const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://loop');
  const name = pathname.slice(1);
  const given = searchParams.getAll('v');
  const values = name === 'narrow' ? [given[0], `${given[0]}\uffff`] : given;
  sent += 1;
  pool.query({ name, text: statements[name] ?? '', values }).then(
    ({ rows }) => {
      const text = JSON.stringify(name === 'profile' ? rows[0] : { items: rows });
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
