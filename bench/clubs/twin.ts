import { serveStatements } from '../peers/statement-server.ts';

/*
 * The twin of the bench of clubs, in a process of its own: `twin.ts <database>`. It reads the rows that a page shows from plain tables
 * by a prepared statement, and nothing else.
 *
 *   GET /feed?v=<place>   its 20 newest posts          GET /clubs?v=<name>   20 clubs after it
 */
const [, , url = ''] = process.argv;
serveStatements(url, {
  feed: 'select * from post where place = $1 order by at desc, id desc limit 20',
  clubs: 'select * from club where name > $1 order by name, id limit 20',
});
