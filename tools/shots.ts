import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { launchPostgres } from '#postgres/launch.ts';
import { startServer } from '#server/main.ts';
import { browserFlags, findBrowser } from './browser.ts';
import { buildWeb } from './build.ts';
import {
  failing,
  waiting,
  pressing,
  choosing,
  scrollingToBio,
  linking,
  searching,
  importing,
  savingSearch,
  scrolling,
} from './shots-acts.ts';
import { clubShots } from './shots-clubs.ts';
import { inboxShots } from './shots-notifications.ts';
import { sharingOutside } from './shots-sharing.ts';
import { developmentShots } from './shots-development.ts';
import { signOnShots } from './shots-sign-on.ts';
import { studyShots } from './shots-studies.ts';
import { tourShots } from './shots-tour.ts';

/*
 * `npm run shots [word …]` takes a picture of every page and state of the demo at 320, 768 and 1280 px, light and dark, and stores it in
 * shots/. With words, it takes only pictures whose name (`home-768-dark`) contains one of them. `tour` selects the pictures of
 * shots-tour.ts.
 */
const sizes = [320, 390, 768, 1280] as const;
/** A width between the others, used only by shots that request it. */
const askedFor = 390;

interface Shot {
  readonly name: string;
  readonly path: string;
  /** The person who is signed in. If omitted, the browser is signed out. */
  readonly who?: 'ana' | 'officer' | 'eve' | 'admin' | 'teacher' | 'bursar';
  /** The language, if it isn't English. */
  readonly locale?: 'de' | 'ar';
  /** The windows to use (`390-dark`), if not all of them. */
  readonly only?: readonly string[];
  /** True to capture the whole page instead of the window. */
  readonly isWhole?: boolean;
  /** Runs before the picture is taken. */
  readonly act?: (page: Page) => Promise<unknown>;
}

const shotsOf = (anaUid: string, friendUid: string, privateUid: string): Shot[] => [
  { name: 'login', path: '/login' },
  {
    name: 'login-wrong',
    path: '/login',
    act: async (page) => {
      await page.getByLabel('Email').fill('ana@demo.campus.example');
      await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
      await page.keyboard.press('Enter');
      await page.locator('[aria-invalid=true]').first().waitFor();
    },
  },
  { name: 'forgot', path: '/forgot' },
  { name: 'reset', path: '/reset#token=x' },
  { name: 'home', path: '/', who: 'ana' },
  { name: 'home-few', path: '/', who: 'officer' },
  { name: 'home-ar', path: '/', who: 'ana', locale: 'ar' },
  { name: 'home-error', path: '/', who: 'ana', act: failing('**/connections**') },
  { name: 'menu', path: '/', who: 'ana', act: pressing(/^Your menu/) },
  { name: 'palette', path: '/', who: 'admin', act: searching('') },
  { name: 'palette-found', path: '/directory', who: 'ana', act: searching('an') },
  { name: 'palette-ar', path: '/', who: 'ana', locale: 'ar', act: searching('mar') },
  { name: 'directory', path: '/directory', who: 'ana' },
  { name: 'directory-list', path: '/directory?layout=list', who: 'ana' },
  {
    name: 'directory-closest',
    path: '/directory?order=ClosenessDesc',
    who: 'ana',
    act: pressing(/^Sort/),
  },
  {
    name: 'directory-filtered',
    path: '/directory?account_type=Student&interests_tagList=Running,Comics',
    who: 'ana',
  },
  { name: 'directory-nobody', path: '/directory?search_word=zzzzzz', who: 'ana' },
  { name: 'directory-loading', path: '/directory', who: 'ana', act: waiting('**/mobile_people**') },
  { name: 'directory-error', path: '/directory', who: 'ana', act: failing('**/mobile_people**') },
  {
    name: 'directory-scrolled',
    path: '/directory?account_type=Student',
    who: 'ana',
    act: scrolling,
  },
  {
    name: 'directory-picker',
    path: '/directory?interests_tagList=Running,Comics',
    who: 'ana',
    act: pressing(/^(Running|Filters)/),
  },
  { name: 'directory-saved-none', path: '/directory', who: 'officer', act: pressing('Saved') },
  {
    name: 'directory-saved',
    path: '/directory?account_type=Student',
    who: 'ana',
    act: savingSearch('Saved'),
  },
  {
    name: 'directory-saved-new',
    path: '/directory?interests_tagList=Running,Comics',
    who: 'ana',
    act: savingSearch('Saved', 'Save this search'),
  },
  {
    name: 'directory-saved-ar',
    path: '/directory?interests_tagList=Running',
    who: 'ana',
    locale: 'ar',
    act: savingSearch('المحفوظة'),
  },
  { name: 'directory-ar', path: '/directory?account_type=Student', who: 'ana', locale: 'ar' },
  { name: 'directory-de', path: '/directory?account_type=Student', who: 'ana', locale: 'de' },
  { name: 'directory-open', path: `/directory?uid=${friendUid}`, who: 'ana' },
  { name: 'directory-north', path: '/directory', who: 'eve' },
  { name: 'profile', path: `/student_profile?uid=${friendUid}`, who: 'ana' },
  { name: 'profile-long', path: `/student_profile?uid=${anaUid}`, who: 'officer' },
  { name: 'profile-ar', path: `/student_profile?uid=${anaUid}`, who: 'officer', locale: 'ar' },
  { name: 'profile-own', path: '/student_profile', who: 'ana' },
  { name: 'profile-private', path: `/student_profile?uid=${privateUid}`, who: 'ana' },
  { name: 'public-profile', path: '/settings/privacy', who: 'officer', act: sharingOutside(true) },
  {
    name: 'public-profile-ar',
    path: '/settings/privacy',
    who: 'officer',
    locale: 'ar',
    act: sharingOutside(true),
  },
  { name: 'public-none', path: '/student_profile?uid=1&share=1' },
  {
    name: 'settings-sharing',
    path: '/settings/privacy',
    who: 'officer',
    isWhole: true,
    act: sharingOutside(false),
  },
  { name: 'profile-unknown', path: '/student_profile?uid=1', who: 'ana' },
  { name: 'embed-profile', path: `/embed/profile/${friendUid}`, who: 'ana' },
  { name: 'connections-incoming', path: '/connections?list=incoming', who: 'ana' },
  { name: 'connections-de', path: '/connections?list=incoming', who: 'ana', locale: 'de' },
  { name: 'connections-ar', path: '/connections?list=incoming', who: 'ana', locale: 'ar' },
  {
    name: 'connections-remove',
    path: '/connections?list=sent',
    who: 'ana',
    act: pressing(/^Pending/),
  },
  { name: 'connections-sent', path: '/connections?list=sent', who: 'ana' },
  { name: 'connections-connected', path: '/connections?list=connected', who: 'ana' },
  { name: 'connections-none', path: '/connections?list=incoming', who: 'officer' },
  { name: 'settings-profile', path: '/settings/profile', who: 'ana' },
  { name: 'settings-bio', path: '/settings/profile#bio', who: 'ana', act: linking },
  {
    name: 'settings-bio-ar',
    path: '/settings/profile#bio',
    who: 'ana',
    locale: 'ar',
    act: scrollingToBio,
  },
  { name: 'settings-crop-photo', path: '/settings/profile', who: 'ana', act: choosing('photo') },
  { name: 'settings-crop-cover', path: '/settings/profile', who: 'ana', act: choosing('cover') },
  { name: 'settings-storage', path: '/settings/storage', who: 'ana' },
  { name: 'settings-privacy', path: '/settings/privacy', who: 'ana' },
  {
    name: 'settings-preview',
    path: '/settings/privacy',
    who: 'ana',
    act: pressing('Someone at school'),
  },
  ...clubShots,
  ...studyShots,
  ...tourShots,
  { name: 'admin-reports', path: '/admin/reports', who: 'admin' },
  { name: 'admin-privacy', path: '/admin/privacy', who: 'admin' },
  {
    name: 'admin-import-bad',
    path: '/admin/import',
    who: 'admin',
    act: importing(
      {
        'people.csv': `username,email,yearOfGraduation\n${Array.from({ length: 26 }, (_, n) => `new${n},not an address,soon\n`).join('')}`,
      },
      /to put right/,
    ),
  },
  {
    name: 'admin-import-review',
    path: '/admin/import',
    who: 'admin',
    act: importing(
      {
        'people.csv':
          'username,firstName,lastName\nnew-a,Aisha,Karimi\nnew-b,Bo,Lind\nofficer,Olga,Changed\n',
      },
      /Review changes/,
    ),
  },
  { name: 'admin-import-ar', path: '/admin/import', who: 'admin', locale: 'ar' },
  {
    name: 'admin-import-ends',
    path: '/admin/import',
    who: 'admin',
    act: async (page) => {
      await page.route('**/import-runs/newest', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as {
          run: { report: { people: object; changes: object[] } };
        };
        const { report } = body.run;
        report.people = { disabled: 1_204, active: 4_000, needsConfirmation: true };
        report.changes = [
          { what: 'people', added: 310, changed: 1_822, ended: 1_204, unchanged: 974 },
          { what: 'enrollments', added: 12_400, changed: 3, ended: 8, unchanged: 0 },
        ];
        await route.fulfill({ response: answer, json: body });
      });
      await page.reload();
      await page.getByText(/would deactivate/).waitFor();
    },
  },
  {
    name: 'admin-import-work',
    path: '/admin/import',
    who: 'admin',
    act: async (page) => {
      await page.route('**/import-runs/newest', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.json()) as { run: object };
        Object.assign(body.run, {
          state: 'checking',
          progress: { part: 'people.csv', done: 61, total: 100, rows: 48_210, seconds: 6 },
        });
        await route.fulfill({ response: answer, json: body });
      });
      await page.reload();
      await page.getByRole('progressbar').waitFor();
    },
  },
  {
    name: 'admin-import-done',
    path: '/admin/import',
    who: 'admin',
    act: async (page) => {
      await page.getByRole('button', { name: 'Import' }).click();
      await page.getByRole('heading', { name: / imported/ }).waitFor();
    },
  },
  {
    name: 'admin-import-undo',
    path: '/admin/import',
    who: 'admin',
    act: async (page) => {
      await page.getByRole('button', { name: /^Undo/ }).first().click();
      await page.getByRole('alertdialog').waitFor();
      await page.waitForTimeout(300);
      await page.screenshot({
        path: join(target, `admin-import-asked-${page.viewportSize()?.width}.png`),
      });
      await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
      await page.getByText(/ undone/).waitFor();
    },
  },
  { name: 'admin-provisioning-none', path: '/admin/provisioning', who: 'admin' },
  {
    name: 'admin-provisioning',
    path: '/admin/provisioning',
    who: 'admin',
    act: async (page) => {
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByLabel('Name').fill('Entra ID');
      await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
      await page.getByText('Copy it now').waitFor();
      await page.screenshot({
        path: join(target, `admin-provisioning-shown-${page.viewportSize()?.width}.png`),
      });
      await page.getByRole('button', { name: 'Done' }).click();
    },
  },
  { name: 'admin-provisioning-ar', path: '/admin/provisioning', who: 'admin', locale: 'ar' },
  ...signOnShots,
  ...inboxShots,
  ...developmentShots,
  { name: 'admin-menu', path: '/admin/menu', who: 'admin', isWhole: true },
  { name: 'admin-menu-ar', path: '/admin/menu', who: 'admin', locale: 'ar' },
  { name: 'admin-menu-part', path: '/admin/menu', who: 'admin', act: pressing('Add link') },
  { name: 'admin-hubs-none', path: '/admin/hubs', who: 'admin' },
  { name: 'admin-hubs-new', path: '/admin/hubs', who: 'admin', act: pressing('New hub') },
  { name: 'admin-log', path: '/admin/log', who: 'admin' },
  { name: 'settings-security', path: '/settings/security', who: 'ana' },
  { name: 'settings-account', path: '/settings/account', who: 'ana' },
  { name: 'settings-appearance', path: '/settings/appearance', who: 'ana' },
  { name: 'settings-language', path: '/settings/language', who: 'ana' },
  { name: 'not-found', path: '/nowhere', who: 'ana' },
];

interface Found {
  people: { uid: string; visitableProfile: boolean }[];
}

/** Signs in a browser and returns functions that make calls with its session. */
const signIn = async (context: BrowserContext, origin: string, email: string) => {
  const page = await context.newPage();
  await page.goto(`${origin}/healthz`);
  const csrfToken = await page.evaluate(
    async (body) => {
      const response = await fetch('/api/v1/login', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      return ((await response.json()) as { csrfToken: string }).csrfToken;
    },
    JSON.stringify({ email, password: 'campus-demo' }),
  );
  const people = (query: string) =>
    page
      .evaluate(
        async ([path, token]) =>
          (await (
            await fetch(`/mobile_ws/v18/mobile_people?${path}`, {
              headers: { 'X-CG-CSRF-Token': token ?? '' },
            })
          ).json()) as [Found],
        [query, csrfToken] as const,
      )
      .then(([first]) => first.people);
  return { people, close: () => page.close() };
};

const folder = mkdtempSync(join(tmpdir(), 'commons-shots-'));
const target = join(import.meta.dirname, '../shots');
const words = process.argv.slice(2);
mkdirSync(target, { recursive: true });
const database = await launchPostgres({ folder, log: () => undefined, settings: { fsync: 'off' } });
try {
  await buildWeb({ log: console.log });
  const server = await startServer({
    env: {
      ...database.environment,
      COMMONS_DATA: folder,
      PORT: '0',
      CAMPUS_DEMO: '1',
      WEBHOOK_PRIVATE_HOSTS: '1',
    },
  });
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: browserFlags,
  });
  const north = server.address.replace('localhost', 'north.localhost');
  const emails = {
    ana: 'ana@demo.campus.example',
    officer: 'officer@demo.campus.example',
    admin: 'admin@demo.campus.example',
    teacher: 'lmorris@demo.campus.example',
    bursar: 'jwright@demo.campus.example',
    eve: 'eve@north.campus.example',
  };
  let taken = 0;
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of sizes) {
      const isPhone = width < 768;
      const size = {
        viewport: { width, height: isPhone ? 640 : 900 },
        colorScheme,
        locale: 'en-US',
        hasTouch: isPhone,
        isMobile: isPhone,
      };
      const contexts = {
        nobody: await browser.newContext(size),
        ana: await browser.newContext(size),
        officer: await browser.newContext(size),
        admin: await browser.newContext(size),
        eve: await browser.newContext(size),
        teacher: await browser.newContext(size),
        bursar: await browser.newContext(size),
      };
      const ana = await signIn(contexts.ana, server.address, emails.ana);
      const officer = await signIn(contexts.officer, server.address, emails.officer);
      await (await signIn(contexts.eve, north, emails.eve)).close();
      for (const who of ['admin', 'teacher', 'bursar'] as const)
        await (await signIn(contexts[who], server.address, emails[who])).close();
      const uidOf = (list: Found['people'], index = 0) => list[index]?.uid ?? '';
      const hidden = (await ana.people('range=0&limit=200')).find(
        (person) => !person.visitableProfile,
      );
      const shots = shotsOf(
        uidOf(await officer.people('search_word=Ana%20Silva')),
        uidOf(await ana.people('connection=connected'), 3),
        hidden?.uid ?? '',
      );
      for (const { name, path, who, act, locale, isWhole, only } of shots) {
        const file = `${name}-${width}-${colorScheme}`;
        if (only ? !only.includes(`${width}-${colorScheme}`) : width === askedFor) continue;
        if (words.length > 0 && !words.some((word) => file.includes(word))) continue;
        const page = await contexts[who ?? 'nobody'].newPage();
        await page.addInitScript(
          (spoken) =>
            spoken ? localStorage.setItem('locale', spoken) : localStorage.removeItem('locale'),
          locale,
        );
        await page.goto(`${who === 'eve' ? north : server.address}${path}`, {
          waitUntil: 'networkidle',
        });
        try {
          await act?.(page);
        } catch (error) {
          // Continue with the other pictures.
          console.error(`${file}: ${String(error)}`);
          process.exitCode = 1;
        }
        await page.waitForTimeout(400);
        // Wait until animations have finished, except for skeletons, whose animation never ends.
        await page.evaluate(() =>
          Promise.all(
            document
              .getAnimations()
              .filter(
                (animation) =>
                  animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY &&
                  animation.timeline === document.timeline,
              )
              .map((animation) => animation.finished.catch(() => undefined)),
          ),
        );
        await page.screenshot({ path: join(target, `${file}.png`), fullPage: isWhole === true });
        await page.close();
        taken += 1;
      }
      for (const context of Object.values(contexts)) await context.close();
    }
  }
  console.log(`${taken} pictures in shots/`);
  await browser.close();
  await server.close();
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
