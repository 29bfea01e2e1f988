import { serveStatements } from '../peers/statement-server.ts';

/*
 * The twin of the bench of finances, in a process of its own: `finances-twin.ts <database>`. It reads the lines that a page shows from a
 * plain table by a prepared statement, and nothing else.
 *
 *   GET /account?v=<person>   their lines, newest first
 */
const [, , url = ''] = process.argv;
serveStatements(url, {
  account: 'select * from line where person = $1 order by on_date desc, id desc',
});
