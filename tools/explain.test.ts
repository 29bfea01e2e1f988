import pg from 'pg';
import { createServer } from 'node:net';
import { expect, inject, test } from 'vitest';
import { migrate } from '#server/kernel/database/migrate.ts';
import { dropDatabase } from '../server/test/drop-database.ts';
import { sentenceOf } from './explain.ts';

const sentenceAt = (url: string): Promise<string | undefined> =>
  migrate({ url }).then(() => undefined, sentenceOf);
const other = (change: (url: URL) => void): string => {
  const url = new URL(inject('adminUrl'));
  change(url);
  return url.href;
};
const run = async (url: string, text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(text).finally(() => client.end());
};
const closedPort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const bound = server.address();
      server.close(() => resolve(typeof bound === 'object' && bound ? bound.port : 0));
    });
  });

test('an operator gets one sentence if the database does not respond, has an unknown host, or does not exist', async () => {
  expect(await sentenceAt(`postgres://x:secret@127.0.0.1:${await closedPort()}/x`)).toMatch(
    /does not respond; start it/,
  );
  expect(await sentenceAt('postgres://x:secret@nowhere.invalid/x')).toMatch(
    /is unknown|can’t be resolved/,
  );
  expect(await sentenceAt(other((url) => (url.pathname = '/nowhere')))).toMatch(
    /does not exist; create it first/,
  );
});

test("an operator gets one sentence if the database has another encoding or its user can't create tables", async () => {
  const admin = inject('adminUrl');
  const name = `unfit_${process.pid}`;
  await run(admin, `create role ${name} login`);
  await run(
    admin,
    `create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`,
  );
  try {
    expect(await sentenceAt(other((url) => (url.pathname = `/${name}`)))).toMatch(
      /encoded in SQL_ASCII; create it with encoding 'UTF8'/,
    );
    expect(
      await sentenceAt(
        other((url) => {
          url.username = name;
          url.pathname = `/${inject('templateName')}`;
        }),
      ),
    ).toMatch(/use the owner of the database|refuses the name/);
  } finally {
    await dropDatabase((text) => run(admin, text), name);
    await run(admin, `drop role ${name}`);
  }
});

test('sentenceOf() does not explain an unexpected error', () => {
  expect(sentenceOf(new TypeError('x is not a function'))).toBeUndefined();
});

test('an operator reads how to fix a pooler that rejects a setting', () => {
  expect(sentenceOf(new Error('unsupported startup parameter: statement_timeout'))).toMatch(
    /^The pooler at DATABASE_URL or DATABASE_CALLS_URL refuses statement_timeout; connect to PostgreSQL directly/,
  );
});
