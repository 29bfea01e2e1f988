import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readFiles } from './house-files.ts';

/*
 * A new feature edits at most two central files. Measured with a feature that has everything: staff pages, something on every page, data
 * about people, activity log entries, a permission, errors. Every other file that mentions it would also need an edit for the next feature.
 */
const feature = 'announcements';
const name = /announcement/i;

/** Its own folders, generated files, and files that are new with it. */
const own = new RegExp(
  [
    `/${feature}/`,
    // Courses have separate announcements.
    '/courses/',
    `^e2e/${feature}\\.spec\\.ts$`,
    '/lists/',
    '^server/src/kernel/database/tables\\.ts$',
  ].join('|'),
);

/** Files that contain the word for other reasons. */
const others: Readonly<Record<string, string>> = {
  'bench/lines/lines.ts': 'Measures some features as samples.',
  'contract/src/storage/endpoints.ts': 'Clients announce uploads.',
  // Courses have separate announcements.
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

test('a feature is mentioned in at most two files outside of its own folders', () => {
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
