import { serveStatements } from '../peers/statement-server.ts';

/*
 * The baseline of the events benchmark, in a separate process: `baseline.ts <database>`. It reads the rows of a page from plain tables with
 * a prepared statement, and takes registrations with an advisory lock and an insert.
 *
 * GET /week?v=<person>&v=<from>&v=<to>   their calendar                     GET /coming?v=<offset>   20 events
 * GET /event?v=<id>                      an event with 40 faces             GET /register?v=<event>&v=<person>&v=<places>
 */
const [, , url = ''] = process.argv;
serveStatements(url, {
  week: 'select * from baseline.mine where who = $1 and at >= $2 and at < $3 order by at, id',
  coming: {
    text: `select id, next_at, title, location, tags, cover, capacity, host, logo, taken from baseline.event where next_at > now() order by next_at, id limit 20 offset $1`,
  },
  event: {
    text: `select e.*, (select jsonb_agg(g) from (select id, name, photo from baseline.going where event = e.id order by nth limit 40) g) as going
      from baseline.event e where e.id = $1`,
    view: ([event]) => event,
  },
  register: 'select * from baseline.register($1, $2, $3)',
});
