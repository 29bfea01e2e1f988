import { serveStatements } from './statement-server.ts';

/*
 * The minimal loop for comparison, in a separate process: `minimal-loop.ts <database>`. The least that a Node server can do for the same 20
 * rows on plain tables of the same people: node:http, pg, named statements, a pool of 8. No session, school, privacy, connections or total.
 * `fill.ts` copies the people.
 *
 * GET /page?v=<last name>&v=<id>   20 people after these          GET /narrow?v=<lower-case start of a full name>   20 people
 * GET /profile?v=<id>              one person                     GET /list?v=<id>                                  20 notifications
 * GET /connect?v=<id>&v=<id>       one row                        GET /cancel?v=<id>&v=<id>                         removes it
 */
const [, , url = ''] = process.argv;
const columns = 'id, name, photo, headline, grad, major, city';
serveStatements(url, {
  page: `select ${columns} from person where tenant = 1 and (lname, id) > ($1, $2) order by lname, id limit 20`,
  narrow: {
    text: `select ${columns} from person where tenant = 1 and sname collate "C" >= $1 and sname collate "C" < $2 and visible
    order by sname collate "C", id limit 20`,
    values: ([start = '']) => [start, `${start}\uffff`],
  },
  profile: {
    text: 'select * from person where tenant = 1 and id = $1',
    view: ([person]) => person,
  },
  list: 'select id, kind, actor, photo, title, at from note where tenant = 1 and who = $1 order by id desc limit 20',
  connect: 'insert into tie (low, high) values ($1, $2) on conflict do nothing',
  cancel: 'delete from tie where low = $1 and high = $2',
});
