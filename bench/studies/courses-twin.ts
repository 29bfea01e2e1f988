import { serveStatements } from '../peers/statement-server.ts';

/*
 * The twin of the bench of courses, in a process of its own: `courses-twin.ts <database>`. It reads the rows that a page shows from
 * plain tables by a prepared statement.
 *
 *   GET /courses?v=<person>   their courses with the grade worked out before      GET /due?v=<person>   what is due within two weeks
 */
const [, , url = ''] = process.argv;
serveStatements(url, {
  courses: 'select * from twin.course where who = $1 order by number',
  due: `select * from twin.due where who = $1 and due_at >= now() and due_at < now() + interval '14 days' order by due_at`,
});
