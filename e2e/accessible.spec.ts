import type { BrowserContext, Page } from '@playwright/test';
import { isSoak, seed } from '../server/test/effort.ts';
import { paths } from '../web/src/paths.ts';
import { axeFinds } from './axe.ts';
import { callAs, expect, mobile, settled, signIn, test, visit } from './campus.ts';

/**
 * The test loads a page at the first size and only resizes it to the others, as when someone shrinks a window or turns a
 * phone.
 */
const sizes = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
] as const;

/** The values for the `$name` parts of addresses. */
interface Samples {
  readonly uid: string;
  readonly clubId: string;
  /** A survey that is open and has responses. */
  readonly surveyId: string;
  /** A weekly event that the officer hosts. */
  readonly eventId: string;
  /** A course that the officer is enrolled in. */
  readonly courseId: string;
  /** The newest election that the person can see. */
  readonly electionId: string;
  /** The newest job that the officer manages. */
  readonly jobId: string;
  /** The newest budget request of the officer's club. */
  readonly requestId: string;
  /** The person's newest order. */
  readonly orderId: string;
}
const nothing: Samples = {
  uid: '',
  clubId: '',
  surveyId: '',
  eventId: '',
  courseId: '',
  electionId: '',
  jobId: '',
  requestId: '',
  orderId: '',
};
const sampleOf = ({
  uid,
  clubId,
  surveyId,
  eventId,
  courseId,
  electionId,
  jobId,
  requestId,
  orderId,
}: Samples): Readonly<Record<string, string>> => ({
  clubId,
  // These don't exist, and the pages say so. e2e/record.spec.ts checks the pages with real ones.
  code: '0000000000',
  entryId: '999',
  electionId,
  requestId,
  orderId,
  conversation: '999',
  courseId,
  eventId,
  hubId: '_',
  hubMenuId: '_',
  jobId,
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

/** All addresses of the app, so that the pages of a new feature are checked without a change here. */
const all: readonly string[] = Object.values(paths);
const below = (path: string) => all.filter((one) => one.startsWith(`${path}/`));
const visitors: readonly string[] = [paths.login, paths.forgot, paths.reset, paths.unsubscribe];
const elsewhere = new Set<string>([
  ...visitors,
  // This one redirects.
  paths.clubs,
  paths.admin,
  paths.settings,
  paths.development,
  ...[paths.admin, paths.settings].flatMap(below),
  // development.spec.ts checks these.
  ...below(paths.development),
  // employers.spec.ts checks these.
  paths.employer,
  ...below(paths.employer),
  // This one closes its window.
  paths.signedIn,
]);

const ofVisitors = () => visitors;

const ofPeople = (samples: Samples) => {
  const { uid, clubId, surveyId, courseId } = samples;
  return [
    ...all.filter((path) => !elsewhere.has(path)).map((path) => filled(path, sampleOf(samples))),
    '/directory?layout=list',
    '/directory?search_word=zzzzzz',
    `/directory?uid=${uid}`,
    `/student_profile?uid=${uid}`,
    '/student_profile?uid=1',
    `/clubs/${clubId}?tab=members`,
    `/clubs/${clubId}?tab=files`,
    ...['members', 'points', 'money', 'settings', 'log', 'emails'].map(
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
};

// At the first size, the address of a page with sections shows the list of sections.
const ofSettings = () => [paths.settings, ...below(paths.settings)];

const ofAdmins = () => [paths.admin, ...below(paths.admin)];

type Tokens = Awaited<ReturnType<typeof signIn>>;

/** Finds IDs that the person can see, for the addresses that need one. */
const samplesFor = async (context: BrowserContext, tokens: Tokens): Promise<Samples> => {
  const get = <T>(path: string) => callAs<T>(context, tokens, 'GET', path);
  const [list] = await mobile<{ people: { uid: string }[] }[]>(
    context,
    tokens,
    'mobile_people?search_word=Ana%20Silva',
  );
  const clubs = await mobile<{ p0: string; p1: string }[]>(
    context,
    tokens,
    '../v17/mobile_groups_list?range=0&limit=200',
  );
  // A club that the officer runs.
  const clubId = clubs.find(({ p1 }) => p1 === 'Ridge & Trail')?.p0 ?? '';
  const surveys =
    clubId === ''
      ? []
      : (await get<{ items: { id: string; state: string }[] }>(`/clubs/${clubId}/surveys`)).items;
  const requests =
    clubId === ''
      ? []
      : (await get<{ items: { id: string }[] }>(`/budget-requests?club=${clubId}`)).items;
  const filters = encodeURIComponent(JSON.stringify({ Search: 'Saturday day walk' }));
  const events = await get<{ items: { id: string }[] }>(`/events?filters=${filters}`);
  const courses = await get<{ items: { id: string }[] }>('/academic/courses');
  const elections = await get<{ items: { id: string }[] }>('/elections');
  const jobs = await get<{ items: { id: string }[] }>('/jobs?list=managed');
  const orders = await get<{ items: { id: string }[] }>('/orders');
  const samples = {
    uid: list?.people[0]?.uid ?? '',
    clubId,
    surveyId: surveys.find(({ state }) => state === 'open')?.id ?? '',
    eventId: events.items[0]?.id ?? '',
    courseId: courses.items[0]?.id ?? '',
    electionId: elections.items[0]?.id ?? '999',
    jobId: jobs.items[0]?.id ?? '999',
    requestId: requests[0]?.id ?? '999',
    orderId: orders.items[0]?.id ?? '999',
  };
  return samples;
};

/** Rules about colors: only these can fail in one color scheme and pass in the other. */
const colors = ['color-contrast', 'link-in-text-block'];

/**
 * The sizes at which axe checks a page: all in soak runs, otherwise one that changes from page to page and from run to run. The smallest
 * is always checked for sideways scrolling.
 */
const sizesOf = (place: number) =>
  isSoak ? sizes : sizes.filter((_, n) => n === (place + seed) % sizes.length);

/** The color schemes in which axe checks a page: both in soak runs, otherwise one, chosen like the size. */
const schemesOf = (place: number) =>
  (['light', 'dark'] as const).filter((_, n) => isSoak || n === (place + seed) % 2);

/**
 * Returns by how many pixels the page is wider than the window. Without the gutter for the scrollbar, which phones don't have: it would
 * hide up to 15 pixels.
 */
const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { documentElement: root } = document;
    root.style.scrollbarGutter = 'auto';
    const wider = root.scrollWidth - root.clientWidth;
    root.style.scrollbarGutter = '';
    return Math.max(0, wider);
  });

/** Counts how far content moved since the page's last document was loaded, without moves that followed an input. */
const countShifts = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const shown = window as ShiftedWindow;
    shown.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & Shift)[])
        if (!entry.hadRecentInput) shown.shifted = (shown.shifted ?? 0) + entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
};
interface Shift {
  value: number;
  hadRecentInput: boolean;
}
type ShiftedWindow = Window & { shifted?: number };
const shifted = (page: Page): Promise<number> =>
  page.evaluate(() => (window as ShiftedWindow).shifted ?? 0);
/** The maximum cumulative layout shift: how far the content of a page can move while it loads. Soak runs check it on all pages. */
const shiftMax = 0.02;

const withoutFaults = async (page: Page, path: string, place: number): Promise<void> => {
  await page.setViewportSize(sizes[0]);
  const before = await shifted(page);
  await visit(page, path);
  await settled(page);
  // A new document starts at 0.
  const total = await shifted(page);
  const moved = total < before ? total : total - before;
  if (isSoak || path.startsWith(paths.settings))
    expect([path, moved > shiftMax ? moved : 'still']).toEqual([path, 'still']);
  // On every page with bars, one item of the navigation is marked as current.
  const bar = page.getByRole('navigation', { name: 'Main' });
  if ((await bar.count()) > 0)
    expect([path, await bar.locator('[aria-current=page]').count()]).toEqual([path, 1]);
  const [smallest] = sizes;
  const checked = sizesOf(place);
  for (const size of sizes.filter((one) => one === smallest || checked.includes(one))) {
    await page.setViewportSize(size);
    await settled(page);
    const what = `${path} at ${size.width}`;
    expect([what, await sideways(page)]).toEqual([what, 0]);
    if (!checked.includes(size)) continue;
    const [first, ...others] = schemesOf(place);
    for (const scheme of [first, ...others]) {
      if (scheme === undefined) continue;
      await page.emulateMedia({ colorScheme: scheme });
      await expect(page.locator('html')).toHaveCSS('color-scheme', scheme);
      const found = await axeFinds(page, scheme === first ? {} : { rules: colors });
      expect([what, scheme, found]).toEqual([what, scheme, []]);
    }
  }
};

for (const { whose, email, pages } of [
  { whose: 'visitors', email: null, pages: ofVisitors },
  { whose: 'people', email: 'officer@demo.campus.example', pages: ofPeople },
  { whose: 'settings', email: 'officer@demo.campus.example', pages: ofSettings },
  { whose: 'admins', email: 'admin@demo.campus.example', pages: ofAdmins },
])
  test(`axe finds 0 on every page of ${whose}, light and dark; no page scrolls sideways at any size`, async ({
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
    await countShifts(page);
    const samples =
      email === null ? nothing : await samplesFor(context, await signIn(context, email));
    for (const [index, path] of pages(samples).entries()) await withoutFaults(page, path, index);
    await context.close();
  });

test('Arabic is right to left, complete, and axe finds 0', async ({ page, context }) => {
  // The language is set on this device only, because other journeys use the same account.
  await context.addInitScript(() => {
    // The frames that axe opens have no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('locale', 'ar');
  });
  await signIn(context, 'ben@demo.campus.example');
  await visit(page, '/settings/language');
  await settled(page);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  for (const path of ['/', '/directory', '/_/_/clubs', '/connections', '/settings/privacy']) {
    await visit(page, path);
    await settled(page);
    expect(await axeFinds(page)).toEqual([]);
    expect([path, await sideways(page)]).toEqual([path, 0]);
  }
});
