import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFiles } from './house-files.ts';

/*
 * A new feature edits two central files at most. Counted on one that has everything: staff pages, something on every page, data of
 * people, an audit log, a permission, errors. Whatever else names it would have to be edited for the next one too.
 */
const feature = 'announcements';
const name = /announcement/i;

/** Its own folders, and what is not edited by hand for it or is new with it. */
const own = new RegExp(
  [
    `/${feature}/`,
    // Courses have announcements of their own.
    '/courses/',
    `^e2e/${feature}\\.spec\\.ts$`,
    '/lists/',
    '^server/src/kernel/database/tables\\.ts$',
  ].join('|'),
);

/** Files that say the word for another reason. */
const others: Readonly<Record<string, string>> = {
  'bench/lines/lines.ts': 'Measures some features as samples.',
  'contract/src/storage/endpoints.ts': 'Clients announce uploads.',
  // Courses have announcements of their own.
  'bench/studies/courses.ts': 'Announcements of courses.',
  'contract/src/text.test.ts': 'As above.',
  'e2e/accessible.spec.ts': 'As above.',
  'e2e/courses.spec.ts': 'As above.',
  'e2e/studies-languages.spec.ts': 'As above.',
  'server/src/features/demo/course-work.ts': 'As above.',
  'server/src/features/imports/journal/journal.test.ts': 'As above.',
  'server/src/features/imports/journal/ledgered-tables.queries.ts': 'As above.',
  'server/test/lms-world.ts': 'As above.',
  'server/test/test-lms-process.ts': 'As above.',
  'server/src/features/notifications/notifications-preferences.test.ts': 'As above.',
  'tools/central-edits.test.ts': 'This file.',
  'tools/feature-page.ts':
    'Groups features in a document; a feature that it does not name is under “Other”.',
};

test('a feature is named in at most two files outside its own folders', () => {
  const files = readFiles(join(import.meta.dirname, '..'));
  const naming = files.filter(({ path, text }) => name.test(text) && !own.test(path));
  expect(files.some(({ path }) => path === `web/src/features/${feature}/routes.ts`)).toBe(true);
  expect(Object.keys(others).filter((path) => !naming.some((one) => one.path === path))).toEqual(
    [],
  );
  const central = naming.map(({ path }) => path).filter((path) => !(path in others));
  expect(central).toContain('server/src/app.ts');
  expect(central.slice(2)).toEqual([]);
});
