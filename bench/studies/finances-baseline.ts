import { serveStatements } from '../peers/statement-server.ts';

/*
 * The baseline of the finances benchmark, in a separate process: `finances-baseline.ts <database>`. It only reads the transactions of a
 * page from a plain table with a prepared statement.
 *
 * GET /account?v=<person>   their transactions, newest first
 */
const [, , url = ''] = process.argv;
serveStatements(url, {
  account: 'select * from line where person = $1 order by on_date desc, id desc',
});
