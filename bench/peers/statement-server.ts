import { createServer } from 'node:http';
import pg from 'pg';

/** A prepared statement, with conversions of its rows and of the given values. */
export interface Statement {
  readonly text: string;
  readonly values?: (given: readonly string[]) => unknown[];
  readonly view?: (rows: readonly unknown[]) => unknown;
}

/**
 * Starts a plain server for comparison in a separate process: `node:http`, `pg`, a pool of 8. `GET /<name>?v=<value>&v=<value>` runs the
 * statement with that name. It reports its port and, on request, its costs to its parent process.
 */
export const serveStatements = (
  url: string,
  statements: Readonly<Record<string, string | Statement>>,
): void => {
  pg.types.setTypeParser(20, Number);
  const pool = new pg.Pool({ connectionString: url, max: 8 });
  const known = new Map<string, Statement>(
    Object.entries(statements).map(([name, one]) => [
      name,
      typeof one === 'string' ? { text: one } : one,
    ]),
  );
  let sent = 0;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://baseline');
    const name = pathname.slice(1);
    const {
      text = '',
      values = (all: readonly string[]) => [...all],
      view,
    } = known.get(name) ?? {};
    sent += 1;
    pool.query({ name, text, values: values(searchParams.getAll('v')) }).then(
      ({ rows }) => {
        const body = JSON.stringify(view === undefined ? { items: rows } : view(rows));
        response
          .writeHead(200, {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          })
          .end(body);
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
};
