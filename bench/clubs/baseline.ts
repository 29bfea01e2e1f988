import { serveStatements } from '../peers/statement-server.ts';

/*
 * The baseline of the clubs benchmark, in a separate process: `baseline.ts <database>`. It only reads the rows of a page from plain tables
 * with a prepared statement.
 *
 * GET /feed?v=<place>   its 20 newest posts          GET /clubs?v=<name>   20 clubs after it
 */
const [, , url = ''] = process.argv;
serveStatements(url, {
  feed: 'select * from post where place = $1 order by at desc, id desc limit 20',
  clubs: 'select * from club where name > $1 order by name, id limit 20',
});
