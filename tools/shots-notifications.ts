import type { Page } from '@playwright/test';
import type { Explanation, Notification } from '#contract/notifications/endpoints.ts';
import { newsletterShots } from './shots-newsletters.ts';

/* Notifications for `npm run shots`, with mocked replies, because real ones would take several days. */

const now = Date.now();
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
const face = (uid: string, firstName: string, lastName: string) => ({
  uid,
  firstName,
  lastName,
  photoUrl: null,
});
const item = (id: string, part: Partial<Notification>): Notification => ({
  id,
  category: 'general',
  key: 'general.connectionRequests',
  kind: 'connection_requested',
  people: [face('2', 'Ben', 'Okafor')],
  peopleCount: 1,
  conversation: null,
  club: null,
  target: null,
  about: null,
  at: ago(0.2),
  isRead: false,
  can: { answer: false },
  change: Number(id),
  ...part,
});
const chat = { key: 'general.chat', kind: 'message_written' } as const;
const items = [
  item('9', {
    people: [face('2', 'Ben', 'Okafor'), face('3', 'Mei', 'Tanaka'), face('4', 'Jonas', 'Weiß')],
    peopleCount: 4,
  }),
  item('8', {
    ...chat,
    people: [face('5', 'Leïla', 'Haddad')],
    conversation: { id: '1', name: null },
    at: ago(0.7),
  }),
  item('7', {
    ...chat,
    people: [face('6', 'Wolfeschlegelsteinhausenbergerdorff', 'von und zu Hohenstein')],
    conversation: {
      id: '2',
      name: 'Rowing on Tuesdays and, when the river allows it, on Thursdays too',
    },
    at: ago(3),
    isRead: true,
  }),
  item('6', {
    kind: 'connection_accepted',
    people: [face('7', 'Priya', 'Raman')],
    at: ago(26),
    isRead: true,
  }),
  item('5', {
    ...chat,
    people: [face('8', 'فاطمة', 'العلي')],
    conversation: { id: '3', name: 'مجموعة الدراسة' },
    at: ago(29),
    isRead: true,
  }),
  item('4', {
    people: [face('9', 'Tom', 'Brandt'), face('1', 'Nia', 'Mensah')],
    peopleCount: 2,
    at: ago(140),
    isRead: true,
  }),
];
const list = { total: 41, unread: 2, change: 9, items };
const none = { total: 0, unread: 0, change: 0, items: [] };
const why: Explanation = {
  item: items[0] ?? item('9', {}),
  firstAt: ago(5),
  place: 'general',
  groupId: null,
  platforms: [
    {
      platform: 'in_app',
      rule: 'locked',
      state: 'sent',
      reason: null,
      at: ago(5),
      dueAt: null,
      digest: null,
      now: { value: 'yes', rule: 'locked' },
      can: { change: false },
    },
    {
      platform: 'mobile',
      rule: 'default',
      state: 'waiting',
      reason: 'quiet',
      at: ago(5),
      dueAt: ago(-7),
      digest: null,
      now: { value: 'yes', rule: 'default' },
      can: { change: true },
    },
    {
      platform: 'email',
      rule: 'own',
      state: 'skipped',
      reason: 'off',
      at: ago(5),
      dueAt: null,
      digest: null,
      now: { value: 'no', rule: 'own' },
      can: { change: true },
    },
  ],
};
const devices = {
  items: [
    {
      id: '1',
      name: 'Firefox · Android',
      addedAt: ago(200),
      lastSentAt: ago(1),
      endpointHash: 'x',
    },
    { id: '2', name: 'Chrome · Windows', addedAt: ago(900), lastSentAt: null, endpointHash: 'y' },
  ],
};
const settings = {
  zone: 'Europe/Berlin',
  quietHours: { from: 1_320, until: 420 },
  mailFrequency: 'daily',
  hidesText: false,
};

/** Mocks these calls. Removes the preloaded replies, so that the page makes them. */
const answering =
  (answers: Record<string, unknown>, act?: (page: Page) => Promise<unknown>) =>
  async (page: Page) => {
    await page.route(
      (url) => !/\.|^\/(?:api|mobile_ws|assets)\//.test(url.pathname),
      async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(
          /<script type="application\/json" id="first-answers">.*?<\/script>/s,
          '',
        );
        await route.fulfill({ response, body });
      },
    );
    for (const [path, json] of Object.entries(answers))
      await page.route(
        (url) => url.pathname === `/api/v1/notifications${path}`,
        (route) => route.fulfill({ json }),
      );
    await page.reload();
    await page.getByRole('main').waitFor();
    await page.waitForTimeout(1_200);
    await act?.(page);
    await page.waitForTimeout(500);
  };
const all = { '': list, '/unread-count': { unread: 2, change: 9 } };
const ask = async (page: Page) => {
  await page
    .getByRole('button', { name: /^(?:Actions for|إجراءات)/ })
    .first()
    .click();
  await page.getByRole('menuitem').nth(1).click();
};
const ring = (page: Page) =>
  page
    .getByRole('button', { name: /^Notifications/ })
    .filter({ visible: true })
    .first()
    .click();

/** Newsletters and notifications. */
export const inboxShots = [
  ...newsletterShots,
  { name: 'notifications', path: '/notifications', who: 'ana', act: answering(all) },
  {
    name: 'notifications-ar',
    path: '/notifications',
    who: 'ana',
    locale: 'ar',
    act: answering(all),
  },
  {
    name: 'notifications-none',
    path: '/notifications',
    who: 'ana',
    act: answering({ '': none, '/unread-count': { unread: 0, change: 0 } }),
  },
  {
    name: 'notifications-why',
    path: '/notifications',
    who: 'ana',
    act: answering({ ...all, '/9/why': why }, ask),
  },
  // On phones, the bell opens the page.
  {
    name: 'notifications-bell',
    path: '/directory',
    who: 'ana',
    act: answering(all, (page) => ring(page).catch(() => undefined)),
  },
  {
    name: 'notifications-settings',
    path: '/settings/notifications',
    who: 'ana',
    isWhole: true,
    act: answering({ '/devices': devices, '/settings': settings }),
  },
  {
    name: 'notifications-settings-ar',
    path: '/settings/notifications',
    who: 'ana',
    locale: 'ar',
    isWhole: true,
  },
  { name: 'notifications-defaults', path: '/admin/notifications', who: 'admin', isWhole: true },
] as const;
