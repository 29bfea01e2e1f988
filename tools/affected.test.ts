import { expect, test } from 'vitest';
import { findAffected, namesInSql } from './affected.ts';
import { readFiles } from './house-files.ts';

const files = readFiles('.');
const of = (path: string, sql?: string) =>
  findAffected(files, [path], new Map(sql === undefined ? [] : [[path, sql]]));

test('a change runs only tests and e2e specs that import the file or make its calls', () => {
  const booking = of('server/src/features/booking/booking.queries.ts');
  expect(booking.tests).toContain('server/src/features/booking/booking.test.ts');
  // This test calls booking only through the app.
  expect(booking.tests).toContain('server/test/access.test.ts');
  expect(booking.tests).not.toContain('server/src/features/saved-searches/saved-searches.test.ts');
  expect(booking.journeys).toContain('e2e/booking.spec.ts');
  const page = of('web/src/features/connections/connections-page.tsx');
  expect(page.tests).toEqual(expect.arrayContaining(['web/src/routes.test.tsx']));
  expect(page.tests.filter((path) => path.startsWith('server/'))).toEqual([]);
  expect(page.journeys).toContain('e2e/connect.spec.ts');
  expect(of('docs/map.md').tests).toEqual([]);
  expect(of('package-lock.json').all).toBe(true);
});

test('a migration runs the tests of files that mention its tables, and a message file runs the message tests', () => {
  const sql = 'alter table saved_searches add column note text;';
  expect(namesInSql(sql)).toEqual(['saved_searches']);
  const migrated = of('server/database/migrations/9999_notes.sql', sql);
  expect(migrated.tests).toContain('server/src/features/saved-searches/saved-searches.test.ts');
  expect(migrated.tests).not.toContain('server/src/kernel/time/ics-writing.test.ts');
  expect(of('web/src/features/chat/messages/de.json').tests).toEqual(
    expect.arrayContaining(['tools/messages.test.ts', 'web/src/loaded-messages.test.ts']),
  );
});
