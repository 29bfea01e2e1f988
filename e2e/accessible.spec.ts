import type { Page } from '@playwright/test';
import { isSoak, seed } from '../server/test/effort.ts';
import { paths } from '../web/src/paths.ts';
import { axeFinds } from './axe.ts';
import { address, expect, mobile, settled, signIn, test } from './campus.ts';

/** A page is loaded at the first and drawn anew at the others, as when a window is made smaller or a phone is turned. */
const sizes = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
] as const;

/** What stands in addresses where they have a `$name`. */
interface Samples {
  readonly uid: string;
  readonly clubId: string;
  /** A survey that takes answers, with some. */
  readonly surveyId: string;
  /** A weekly event that the officer runs. */
  readonly eventId: string;
  /** A course that the officer takes. */
  readonly courseId: string;
}
const sampleOf = ({
  uid,
  clubId,
  surveyId,
  eventId,
  courseId,
}: Samples): Readonly<Record<string, string>> => ({
  clubId,
  // Nothing has them: the pages say so. e2e/record.spec.ts looks at the others.
  code: '0000000000',
  entryId: '999',
  conversation: '999',
  courseId,
  eventId,
  hubId: '_',
  hubMenuId: '_',
  surveyId,
  submissionId: '999',
  applicationId: '999',
  uid,
});
const filled = (path: string, sample: Readonly<Record<string, string>>): string =>
  path.replaceAll(/\$(\w+)/g, (_, name: string) => {
    const value = sample[name];
    if (value === undefined) throw new Error(`${path} needs a sample of ${name}`);
    return value;
  });

/** Every address of the app, so that the pages of a new feature are looked at without a word here. */
const all: readonly string[] = Object.values(paths);
const below = (path: string) => all.filter((one) => one.startsWith(`${path}/`));
const visitors: readonly string[] = [paths.login, paths.forgot, paths.reset, paths.unsubscribe];
const elsewhere = new Set<string>([
  ...visitors,
  // They lead to the first of their sections, or to another address.
  paths.admin,
  paths.settings,
  paths.development,
  paths.clubs,
  ...[paths.admin, paths.settings].flatMap(below),
  // Walked in development.spec.ts.
  ...below(paths.development),
  // Closes its window.
  paths.signedIn,
]);

const ofVisitors = () => visitors;

const ofPeople = ({ uid, clubId, surveyId, eventId, courseId }: Samples) => [
  ...all
    .filter((path) => !elsewhere.has(path))
    .map((path) => filled(path, sampleOf({ uid, clubId, surveyId, eventId, courseId }))),
  '/directory?layout=list',
  '/directory?search_word=zzzzzz',
  `/directory?uid=${uid}`,
  `/student_profile?uid=${uid}`,
  '/student_profile?uid=1',
  `/clubs/${clubId}?tab=members`,
  `/clubs/${clubId}?tab=files`,
  ...['members', 'points', 'settings', 'log', 'emails'].map(
    (section) => `/clubs/${clubId}/manage?section=${section}`,
  ),
  `/clubs/${clubId}?tab=surveys`,
  `/surveys/${surveyId}/edit?tab=questions`,
  `/surveys/${surveyId}/edit?tab=audience`,
  ...['grades', 'announcements', 'people', 'files'].map((tab) => `/edu/${courseId}?tab=${tab}`),
  '/edu/due?show=done',
  '/_/_/clubs?search_word=zzzzzz',
  '/connections?list=sent',
  '/connections?list=connected',
  `${paths.embedProfile}/${uid}`,
  '/nowhere',
];

const ofSettings = () => below(paths.settings);

const ofAdmins = () => below(paths.admin);

/** The first survey of a club that has been published. */
const surveyOf = async (page: Page, jwt: string, club: string): Promise<string> => {
  if (club === '') return '';
  await page.goto(`${address()}/healthz`);
  const found = await page.evaluate(
    async ([path, token]) => {
      const response = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
      const { items } = (await response.json()) as { items: { id: string; state: string }[] };
      return items.find(({ state }) => state === 'open')?.id;
    },
    [`/api/v1/clubs/${club}/surveys`, jwt] as const,
  );
  expect(found).toBeDefined();
  return found ?? '';
};

/** The id of the first event that a search finds. */
const eventOf = async (page: Page, jwt: string, title: string): Promise<string> => {
  await page.goto(`${address()}/healthz`);
  const found = await page.evaluate(
    async ([path, token]) => {
      const response = await fetch(path, { headers: { Authorization: `Bearer ${token}` } });
      return ((await response.json()) as { items: { id: string }[] }).items[0]?.id;
    },
    [
      `/api/v1/events?filters=${encodeURIComponent(JSON.stringify({ Search: title }))}`,
      jwt,
    ] as const,
  );
  expect(found).toBeDefined();
  return found ?? '';
};

/** The id of the first course of somebody. */
const courseOf = async (page: Page, jwt: string): Promise<string> => {
  await page.goto(`${address()}/healthz`);
  const found = await page.evaluate(async (token) => {
    const response = await fetch('/api/v1/academic/courses', {
      headers: { Authorization: `Bearer ${token}` },
    });
    return ((await response.json()) as { items: { id: string }[] }).items[0]?.id;
  }, jwt);
  expect(found).toBeDefined();
  return found ?? '';
};

/** Rules that look at colours: all that another colour scheme can break. */
const colours = ['color-contrast', 'link-in-text-block'];

/** The sizes at which axe looks at a page: all in soak, else one, another for each page and each run. */
const sizesOf = (place: number) =>
  isSoak ? sizes : sizes.filter((_, n) => n === (place + seed) % sizes.length);

const withoutFaults = async (page: Page, path: string, place: number): Promise<void> => {
  await page.setViewportSize(sizes[0]);
  await page.goto(`${address()}${path}`);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await settled(page);
    const what = `${path} at ${size.width}`;
    const sideways = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect([what, Math.max(0, sideways)]).toEqual([what, 0]);
    if (!sizesOf(place).includes(size)) continue;
    expect([what, await axeFinds(page)]).toEqual([what, []]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
    expect([what, 'dark', await axeFinds(page, { rules: colours })]).toEqual([what, 'dark', []]);
    await page.emulateMedia({ colorScheme: 'light' });
  }
};

for (const { whose, email, pages } of [
  { whose: 'visitors', email: null, pages: ofVisitors },
  { whose: 'people', email: 'officer@demo.campus.example', pages: ofPeople },
  { whose: 'settings', email: 'officer@demo.campus.example', pages: ofSettings },
  { whose: 'admins', email: 'admin@demo.campus.example', pages: ofAdmins },
])
  test(`axe finds 0 on every page of ${whose}, light and dark; nothing scrolls sideways at any size`, async ({
    browser,
    quiet,
  }) => {
    test.setTimeout(500_000);
    quiet.ignore(/404/);
    const context = await browser.newContext({
      colorScheme: 'light',
      reducedMotion: 'reduce',
      locale: 'en-US',
    });
    const page = await context.newPage();
    const tokens = email === null ? null : await signIn(context, email);
    const [list] = tokens
      ? await mobile<{ people: { uid: string }[] }[]>(
          context,
          tokens,
          'mobile_people?search_word=Ana%20Silva',
        )
      : [];
    const clubs = tokens
      ? await mobile<{ p0: string; p1: string }[]>(
          context,
          tokens,
          '../v17/mobile_groups_list?range=0&limit=200',
        )
      : [];
    // One that the officer runs.
    const club = clubs.find(({ p1 }) => p1 === 'Ridge & Trail');
    const surveyId = tokens ? await surveyOf(page, tokens.jwt, club?.p0 ?? '') : '';
    const eventId = tokens ? await eventOf(page, tokens.jwt, 'Saturday day walk') : '';
    const courseId = tokens ? await courseOf(page, tokens.jwt) : '';
    const samples = {
      uid: list?.people[0]?.uid ?? '',
      clubId: club?.p0 ?? '',
      surveyId,
      eventId,
      courseId,
    };
    for (const [index, path] of pages(samples).entries()) await withoutFaults(page, path, index);
    await context.close();
  });

test('Arabic is right to left, complete, and axe finds 0', async ({ page, context }) => {
  // Chosen on this device only: a language kept with the account would speak in other journeys too.
  await context.addInitScript(() => {
    // Frames axe opens for itself have no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('locale', 'ar');
  });
  await signIn(context, 'ben@demo.campus.example');
  await page.goto(`${address()}/settings/language`);
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  for (const path of ['/', '/directory', '/_/_/clubs', '/connections', '/settings/privacy']) {
    await page.goto(`${address()}${path}`);
    await settled(page);
    expect(await axeFinds(page)).toEqual([]);
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBeLessThanOrEqual(0);
  }
});
