import axe from 'axe-core';
import { describeViolations, runAxe } from '../axe.ts';
import { callAs, expect, test, type Enter } from './campus.ts';
import type { Person } from './person.ts';

const sizes = [
  { width: 1280, height: 900 },
  { width: 320, height: 640 },
] as const;

/** The pages that people use most. e2e/accessible.spec.ts checks every page in Chromium. */
const mainPages = async (): Promise<string[]> => {
  const { items } = await callAs<{ items: { id: string }[] }>('officer', 'GET', '/events');
  return [
    '/',
    '/directory',
    '/connections',
    '/chat',
    '/_/_/clubs',
    '/events',
    `/events/${items[0]?.id}`,
    '/calendar?view=week',
    '/edu',
    '/booking',
    '/elections',
    '/jobs',
    '/notifications',
    '/settings/profile',
    '/settings/privacy',
    '/admin',
  ];
};

const findings = async (person: Person): Promise<string[]> => {
  const check = async () => {
    const [isThere] = await person.tab.run(() => ['axe' in window]);
    if (isThere !== true) await person.tab.inject(axe.source);
    return person.tab.run(runAxe, {
      context: { include: ['html'], exclude: [] },
      options: { resultTypes: ['violations' as const] },
    });
  };
  const first = await check();
  // While a page loads, it may not have its heading yet.
  if (first.length === 0) return [];
  await new Promise((done) => setTimeout(done, 500));
  return describeViolations(await check());
};

const checkPages = async (person: Person, pages: readonly string[]) => {
  for (const path of pages) {
    await person.opens(path);
    await person.settles();
    for (const { width, height } of sizes) {
      await person.tab.resize(width, height);
      await person.settles();
      const wider = await person.tab.run(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth - clientWidth;
      });
      expect([path, width, wider]).toEqual([path, width, 0]);
      expect([path, width, await findings(person)]).toEqual([path, width, []]);
    }
  }
};

const checkAs = async (enter: Enter, dark: boolean, arabic: boolean) => {
  test.setTimeout(600_000);
  const admin = await enter('admin', { dark });
  if (arabic) await admin.tab.run(() => localStorage.setItem('locale', 'ar'));
  await admin.opens('/');
  await admin.settles();
  const look = await admin.tab.run(() => [
    getComputedStyle(document.documentElement).colorScheme,
    document.documentElement.dir,
  ]);
  expect(look).toEqual([dark ? 'dark' : 'light', arabic ? 'rtl' : 'ltr']);
  await checkPages(admin, await mainPages());
};

test.describe('axe finds 0 on the main pages, wide and 320 pixels wide', () => {
  test.skip(({ engine }) => engine.name !== 'firefox', 'Chromium and Firefox check this.');
  test('in the light scheme', ({ enter }) => checkAs(enter, false, false));
  test('in the dark scheme', ({ enter }) => checkAs(enter, true, false));
  test('in Arabic, right to left', ({ enter }) => checkAs(enter, false, true));
});
