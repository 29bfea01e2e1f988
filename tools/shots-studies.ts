import type { Page } from '@playwright/test';
import { pressing, reaching } from './shots-acts.ts';

/** Events, calendar, meetings, courses, finances and record. */
export const studyShots = [
  { name: 'events', path: '/events', who: 'ana' },
  { name: 'events-calendar', path: '/events?layout=month', who: 'ana' },
  { name: 'events-none', path: '/events?search_word=nothingsuch', who: 'ana' },
  { name: 'events-ar', path: '/events', who: 'ana', locale: 'ar' },
  {
    name: 'event',
    path: '/events',
    who: 'ana',
    isWhole: true,
    act: reaching('link', /Leonids|Soup for seeds|wheel/),
  },
  { name: 'event-new', path: '/events/new', who: 'admin', isWhole: true },
  {
    name: 'event-attendees',
    path: '/events?view=managed',
    who: 'officer',
    act: async (page: Page) => {
      await reaching('link', /^(Committee|Welcome|Open practice|Planning)/)(page);
      await reaching('link', /^(Manage attendees|Attendees of)/)(page);
    },
  },
  { name: 'calendar', path: '/calendar', who: 'ana' },
  { name: 'calendar-month', path: '/calendar?view=month', who: 'ana' },
  { name: 'calendar-agenda', path: '/calendar?view=agenda', who: 'ana' },
  { name: 'calendar-de', path: '/calendar?view=week', who: 'ana', locale: 'de' },
  { name: 'together', path: '/calendar/together', who: 'ana' },
  { name: 'booking', path: '/booking', who: 'ana' },
  {
    name: 'booking-page',
    path: '/booking',
    who: 'ana',
    isWhole: true,
    act: reaching('link', /^Times|Times$/),
  },
  { name: 'bookings', path: '/bookings', who: 'ana' },
  { name: 'admin-rooms', path: '/admin/rooms', who: 'admin' },
  { name: 'admin-storage', path: '/admin/storage', who: 'admin' },
  { name: 'courses', path: '/edu', who: 'ana', isWhole: true },
  { name: 'courses-ar', path: '/edu', who: 'ana', locale: 'ar' },
  { name: 'course', path: '/edu', who: 'ana', act: reaching('link', 'Urban Climate') },
  {
    name: 'course-grades',
    path: '/edu',
    who: 'ana',
    isWhole: true,
    act: async (page: Page) => {
      await reaching('link', 'Urban Climate')(page);
      await reaching('tab', 'Grades')(page);
    },
  },
  { name: 'courses-due', path: '/edu/due', who: 'ana' },
  { name: 'finances', path: '/financial', who: 'ana', isWhole: true },
  { name: 'finances-ar', path: '/financial', who: 'ana', locale: 'ar' },
  { name: 'finances-statement', path: '/financial', who: 'ana', act: pressing('Statements') },
  { name: 'finances-share', path: '/financial', who: 'ana', act: pressing(/^Share/) },
  { name: 'admin-finances', path: '/admin/finances', who: 'admin' },
  { name: 'record', path: '/cct', who: 'ana', isWhole: true },
  { name: 'record-add', path: '/cct', who: 'ana', act: pressing(/^Add/) },
  { name: 'record-issue', path: '/cct', who: 'ana', act: pressing('Issue document') },
  { name: 'record-verify', path: '/verify' },
  { name: 'admin-record', path: '/admin/record', who: 'admin', isWhole: true },
] as const;
