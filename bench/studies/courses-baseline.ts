import { serveStatements } from '../peers/statement-server.ts';

/*
 * The baseline of the courses benchmark, in a separate process: `courses-baseline.ts <database>`. It reads the rows of a page from plain
 * tables with a prepared statement.
 *
 * GET /courses?v=<person>   their courses with a precomputed grade              GET /due?v=<person>   work due within two weeks
 */
const [, , url = ''] = process.argv;
serveStatements(url, {
  courses: 'select * from baseline.course where who = $1 order by number',
  due: `select * from baseline.due where who = $1 and due_at >= now() and due_at < now() + interval '14 days' order by due_at`,
});
