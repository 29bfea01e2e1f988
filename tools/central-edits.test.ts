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
  'contract/src/storage/endpoints.ts': 'Clients announce uploads.',
  'contract/src/api-keys/scopes.ts': 'Only features that keys can call have a scope.',
  // Courses have separate announcements.
  'contract/src/offline-calls.ts': 'Announcements of courses.',
  'bench/studies/courses.ts': 'Announcements of courses.',
  'contract/src/text.test.ts': 'As above.',
  'e2e/all-pages.ts': 'As above.',
  'e2e/courses.spec.ts': 'As above.',
  'e2e/studies-languages.spec.ts': 'As above.',
  'server/demo/course-work.ts': 'As above.',
  'server/src/features/imports/journal/journal.test.ts': 'As above.',
  'server/src/features/imports/journal/journaled-tables.queries.ts': 'As above.',
  'server/test/lms-world.ts': 'As above.',
  'server/test/test-lms-process.ts': 'As above.',
  'server/src/features/notifications/notifications-preferences.test.ts': 'As above.',
  'contract/src/elections/endpoints.ts':
    'The wire contract names the path to announce an election.',
  'contract/src/elections/calls.ts': 'As above.',
  'contract/src/elections/candidates.endpoints.ts': 'As above.',
  'server/src/features/elections/elections.test.ts': 'As above.',
  'server/src/features/elections/candidates/candidate-pictures.test.ts': 'As above.',
  'server/src/features/elections/voters/dues-voters.test.ts': 'As above.',
  'server/src/features/webhooks/webhooks-events.test.ts': 'Announces elections.',
  'tools/central-edits.test.ts': 'This file.',
  'tools/feature-page.ts':
    'Groups features in a document; a feature that it does not name is under “Other”.',
};

test("at most two files outside a feature's own folders mention it", () => {
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

/** Files outside a feature that name one of its kinds of notifications, and the reason. */
const namingKinds: Readonly<Record<string, string>> = {
  'server/src/features/chat/chat.jobs.ts': 'Handles the outbox event of the same name.',
  'server/src/features/events/registration/ticket-orders.ts': 'As above.',
  'server/src/features/record/record.jobs.ts': 'As above.',
  'server/demo/store.ts': 'As above.',
  'server/src/features/clubs/moderation/freezing.ts': 'Freezes clubs for club-registration.',
  'server/src/features/clubs/moderation/moderation.handlers.ts': 'As above.',
  'server/demo/activity.ts': 'Creates notifications of the demo.',
  'server/demo/notices.ts': 'As above.',
  'server/demo/elections.ts': 'Deletes outbox events of the same name.',
  'server/src/features/notifications/notifications.queries.ts':
    'Hides who acted in the name of a club, and checks whether a request is still open.',
  'contract/src/webhooks/endpoints.ts': 'Webhook events of the same name.',
  'contract/src/webhooks/events.ts': 'As above.',
  'server/src/features/webhooks/public-events.ts': 'As above.',
  'server/src/features/notifications/sentence.ts':
    'Messages in a room have a sentence of their own.',
  'web/src/features/notifications/sentence.ts': 'As above.',
};

test("only a feature's own folders and listed files name its notification types", () => {
  const root = join(import.meta.dirname, '..');
  const files = readFiles(root).filter(
    ({ path, isTest }) => !isTest && !/\/lists\/|^(bench|e2e|tools)\//.test(path),
  );
  const declaring = /^contract\/src\/([\w-]+)\/notifications\.ts$/;
  const naming = new Set<string>();
  let kinds = 0;
  for (const { path, text } of files) {
    const feature = declaring.exec(path)?.[1];
    if (feature === undefined) continue;
    const [, declared = ''] = /notificationKinds = \{(.*?)\n\}/s.exec(text) ?? [];
    for (const [, kind = ''] of declared.matchAll(/^ {2}(\w+):/gm)) {
      kinds += 1;
      const pattern = new RegExp(`\\b${kind}\\b`);
      for (const file of files)
        if (!file.path.includes(`/${feature}/`) && pattern.test(file.text)) naming.add(file.path);
    }
  }
  expect(kinds).toBeGreaterThan(60);
  expect([...naming].toSorted()).toEqual(Object.keys(namingKinds).toSorted());
});
