import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acrossSchools, knownMigrations } from './migrate.ts';

const folder = join(import.meta.dirname, '../../../migrations');
/** Matches a statement at the start of a line that changes rows. */
const changesRows = /^\s*(?:update\s+\w+\s|insert\s+into\s+\w+\s|delete\s+from\s+\w+\s)/im;

test('migrations that change rows lift row-level security first, or go from school to school', async () => {
  const bound = (await knownMigrations()).filter((name) => {
    const sql = readFileSync(join(folder, name), 'utf8')
      .replaceAll(/--.*/g, '')
      // Statements inside functions run later.
      .replaceAll(/create\s+(?:or\s+replace\s+)?function[^]*?\bas\s+(\$\w*\$)[^]*?\1/gi, '');
    return (
      changesRows.test(sql) &&
      !/no force row level security/i.test(sql) &&
      !sql.includes('commons.school_id')
    );
  });
  expect(bound).toEqual(acrossSchools);
});
