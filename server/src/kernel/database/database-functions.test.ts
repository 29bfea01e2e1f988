import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { dropDatabase } from '../../../test/drop-database.ts';
import { readSqlFiles } from './sql-files.ts';

const name = `functions_${randomBytes(6).toString('hex')}`;
const onClient = async (database: string | null, text: string) => {
  const url = new URL(inject('adminUrl'));
  if (database !== null) url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  return client.query<{ name: string }>(text).finally(() => client.end());
};
afterAll(() => dropDatabase((text) => onClient(null, text), name));

test('PostgreSQL accepts every function file, and each file defines the one function it is named after', async () => {
  await onClient(null, `create database ${name} template ${inject('templateName')}`);
  const { base, functions } = await readSqlFiles();
  for (const { name: file, sql } of [...base, ...functions]) {
    const created = [...sql.matchAll(/^create or replace function (\w+)/gm)].map(([, one]) => one);
    expect([file, created]).toEqual([file, [/(\w+)\.sql$/.exec(file)?.[1]]]);
    await onClient(name, sql);
  }
  const { rows } = await onClient(
    name,
    `select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') order by 1`,
  );
  const files = [...base, ...functions].map(({ name: file }) => /(\w+)\.sql$/.exec(file)?.[1]);
  expect(rows.map(({ name: one }) => one)).toEqual(files.toSorted());
});
