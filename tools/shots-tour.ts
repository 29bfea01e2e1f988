import type { Page } from '@playwright/test';
import { openingTab, managing, survey } from './shots-clubs.ts';
import { pressing, reaching } from './shots-acts.ts';

/*
 * `npm run shots tour` takes pictures of the most important screens, each at a few sizes and in the schemes and languages most likely to
 * break. It takes about five minutes. `npm run shots` takes everything at every size.
 */

/** Width and color scheme of the window. */
type Look = `${320 | 390 | 768 | 1280}-${'light' | 'dark'}`;
const phones = ['390-light', '320-light'] as const;
const everywhere: readonly Look[] = ['320-light', '390-dark', '768-light', '1280-light'];
const twice: readonly Look[] = ['390-light', '1280-light'];
const dark: readonly Look[] = ['1280-dark'];

const then =
  (...acts: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page): Promise<void> => {
    for (const act of acts) await act(page);
  };
/** Events that an officer manages. */
const own = /^(Committee|Welcome|Open practice|Planning)/;
const attendees = then(reaching('link', own), (page) => {
  const { origin, pathname } = new URL(page.url());
  return page.goto(`${origin}${pathname}/manage`, { waitUntil: 'networkidle' });
});
const course = reaching('link', 'Urban Climate');
/** The ticket and the scanner open with a page load. */
const following = (name: RegExp) => async (page: Page) => {
  await page.getByRole('main').getByRole('link', { name }).first().click();
  await page.waitForURL(/\/(tickets|check-in)\//);
  await page.waitForTimeout(1_500);
};

const shots = [
  { name: 'home', path: '/', who: 'ana', only: [...everywhere, ...dark] },
  { name: 'home-ar', path: '/', who: 'ana', locale: 'ar', only: twice },
  { name: 'clubs', path: '/clubs', who: 'ana', only: [...everywhere, ...dark] },
  { name: 'clubs-ar', path: '/clubs', who: 'ana', locale: 'ar', only: ['1280-light'] },
  {
    name: 'club',
    path: '/clubs',
    who: 'ana',
    only: everywhere,
    act: openingTab('Ridge & Trail', 'Feed'),
  },
  {
    name: 'club-members',
    path: '/clubs',
    who: 'ana',
    only: ['390-light'],
    act: openingTab('Ridge & Trail', 'Members'),
  },
  {
    name: 'manage',
    path: '/clubs?search_word=Ridge',
    who: 'officer',
    only: twice,
    act: managing('Ridge & Trail', 'Members'),
  },
  {
    name: 'survey',
    path: '/clubs?search_word=Ridge',
    who: 'officer',
    only: ['390-light', '1280-dark'],
    act: survey('Ridge & Trail', /How was the fall term/, 'Responses'),
  },
  { name: 'registrations', path: '/admin/club-registration', who: 'admin', only: twice },
  { name: 'events', path: '/events', who: 'ana', only: [...everywhere, ...dark] },
  { name: 'events-ar', path: '/events', who: 'ana', locale: 'ar', only: ['390-light'] },
  {
    name: 'event',
    path: '/events',
    who: 'ana',
    isWhole: true,
    only: everywhere,
    act: reaching('link', /Winter concert|hackathon/),
  },
  {
    name: 'ticket',
    path: '/events',
    who: 'ana',
    only: ['390-light', '390-dark'],
    act: then(reaching('link', 'Soup for seeds'), following(/ticket/i)),
  },
  {
    name: 'attendees',
    path: '/events?view=managed',
    who: 'officer',
    only: twice,
    act: attendees,
  },
  {
    name: 'scanner',
    path: '/events?view=managed',
    who: 'officer',
    only: ['390-dark', '320-light'],
    act: then(attendees, following(/scanner/i)),
  },
  {
    name: 'event-repeats',
    path: '/events/new',
    who: 'admin',
    isWhole: true,
    only: twice,
    act: (page: Page) => page.getByLabel('Repeats').selectOption({ index: 1 }),
  },
  {
    name: 'calendar-week',
    path: '/calendar?view=week',
    who: 'ana',
    only: ['1280-light', '1280-dark', '768-light'],
  },
  {
    name: 'calendar-week-ar',
    path: '/calendar?view=week',
    who: 'ana',
    locale: 'ar',
    only: ['1280-light'],
  },
  {
    name: 'calendar-month',
    path: '/calendar?view=month',
    who: 'ana',
    only: [...phones, '1280-light'],
  },
  { name: 'calendar-day', path: '/calendar?view=day', who: 'ana', only: ['390-light'] },
  {
    name: 'calendar-agenda',
    path: '/calendar?view=agenda',
    who: 'ana',
    only: [...phones, '1280-light'],
  },
  { name: 'schedule', path: '/settings/schedule', who: 'ana', only: ['390-light'] },
  { name: 'together', path: '/calendar/together', who: 'ana', only: twice },
  { name: 'booking', path: '/booking', who: 'ana', only: twice },
  {
    name: 'booking-times',
    path: '/booking',
    who: 'ana',
    only: ['320-light', '1280-light'],
    act: reaching('link', /^Times|Times$/),
  },
  { name: 'meetings', path: '/bookings', who: 'ana', only: phones },
  { name: 'hours', path: '/booking/hours', who: 'teacher', only: ['390-light'] },
  { name: 'rooms', path: '/admin/rooms', who: 'admin', only: twice },
  { name: 'courses', path: '/edu', who: 'ana', isWhole: true, only: [...everywhere, ...dark] },
  { name: 'courses-ar', path: '/edu', who: 'ana', locale: 'ar', only: ['390-light'] },
  { name: 'courses-taught', path: '/edu', who: 'teacher', only: ['1280-light'] },
  { name: 'course', path: '/edu', who: 'ana', isWhole: true, only: everywhere, act: course },
  { name: 'course-ar', path: '/edu', who: 'ana', locale: 'ar', only: ['390-light'], act: course },
  {
    name: 'club-ar',
    path: '/clubs',
    who: 'ana',
    locale: 'ar',
    only: ['1280-light'],
    act: reaching('link', 'Ridge & Trail'),
  },
  {
    name: 'grades',
    path: '/edu',
    who: 'ana',
    isWhole: true,
    only: twice,
    act: then(course, reaching('tab', 'Grades')),
  },
  { name: 'due', path: '/edu/due', who: 'ana', only: twice },
  { name: 'finances', path: '/financial', who: 'ana', isWhole: true, only: everywhere },
  { name: 'finances-ar', path: '/financial', who: 'ana', locale: 'ar', only: ['390-light'] },
  { name: 'bursar', path: '/admin/finances', who: 'bursar', only: twice },
  { name: 'record', path: '/cct', who: 'ana', isWhole: true, only: everywhere },
  {
    name: 'record-issue',
    path: '/cct',
    who: 'ana',
    only: ['390-light'],
    act: pressing('Issue document'),
  },
  { name: 'verify', path: '/verify', only: ['390-light'] },
  { name: 'learning-system', path: '/admin/courses', who: 'admin', only: twice },
  { name: 'lti', path: '/admin/lti', who: 'admin', only: twice },
] as const satisfies readonly {
  name: string;
  path: string;
  who?: string;
  locale?: string;
  isWhole?: boolean;
  only: readonly Look[];
  act?: (page: Page) => Promise<unknown>;
}[];

export const tourShots = shots.map((shot) => ({ ...shot, name: `tour-${shot.name}` }));
