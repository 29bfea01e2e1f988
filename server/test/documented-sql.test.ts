import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { inWorld } from './world.ts';

const world = inWorld();
const root = join(import.meta.dirname, '../..');

/** The SQL blocks of the documents, by file and line. */
const blocks = globSync('{README.md,{docs,deploy,bench}/**/*.md}', { cwd: root })
  .toSorted()
  .flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(/^ *```sql\n(.*?)^ *```/gms)].map(({ index, 1: sql = '' }) => ({
      at: `${file}:${text.slice(0, index).split('\n').length}`,
      sql,
    }));
  });

/** The test server already has the roles, so a block that creates roles creates others. */
const withOtherRoles = (sql: string): string => {
  const created = [...sql.matchAll(/^create role (\w+)/gm)].map(([, role = '']) => role);
  return created.reduce(
    (text, role) => text.replaceAll(new RegExp(`\\b${role}\\b`, 'g'), `documented_${role}`),
    sql,
  );
};

/** Creates the login of the documents. */
const ownLogin = `do $$ begin
  if not exists (select from pg_roles where rolname = 'commons') then create role commons login; end if;
end $$`;

/** Errors that the transaction of the test causes: `create database` doesn't run in one. */
const expected = new Set(['25001']);

test('PostgreSQL runs every SQL statement in the docs', async () => {
  expect(blocks.length).toBeGreaterThanOrEqual(2);
  const client = await world.pool.raw.connect();
  const failed: string[] = [];
  try {
    for (const { at, sql } of blocks) {
      await client.query('begin');
      await client.query(ownLogin);
      const statements = withOtherRoles(sql.replaceAll(/^ *--.*$/gm, ''))
        .split(/;\s*$/m)
        .filter((one) => one.trim() !== '');
      expect([at, statements.length]).not.toEqual([at, 0]);
      for (const statement of statements) {
        await client.query('savepoint before');
        try {
          await client.query(statement);
        } catch (error) {
          if (!(error instanceof DatabaseError) || !expected.has(error.code ?? ''))
            failed.push(`${at}: ${statement.trim()}: ${String(error)}`);
          await client.query('rollback to savepoint before');
        }
      }
      await client.query('rollback');
    }
  } finally {
    client.release(true);
  }
  expect(failed).toEqual([]);
});
