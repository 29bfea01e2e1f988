import type { Page } from '@playwright/test';
import type {
  Newsletter,
  NewsletterBlock,
  NewsletterSummary,
} from '#contract/newsletters/endpoints.ts';

/* Newsletters for `npm run shots`, with mocked replies, because sending a real one takes a while and reaches everyone. */

const now = Date.now();
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
const blocks: NewsletterBlock[] = [
  {
    kind: 'text',
    html: '<p>The library is open until <strong>midnight</strong> from Monday on, and the reading room behind it is yours again.</p>',
  },
  { kind: 'heading', text: 'What is new' },
  {
    kind: 'text',
    html: '<ul><li>Forty new desks on the second floor</li><li>Lockers by app: <a href="https://campus.example/lockers">book one</a></li><li>A room where you may speak</li></ul>',
  },
  { kind: 'button', label: 'See the opening hours', url: 'https://campus.example/library' },
  { kind: 'divider' },
  { kind: 'text', html: '<p>Your library team</p>' },
];
const letter = (part: Partial<Newsletter>): Newsletter => ({
  id: '1',
  title: 'The library stays open',
  summary: 'Midnight hours, new desks, and a room where you may speak',
  state: 'draft',
  version: 3,
  by: { uid: '1', firstName: 'Olga', lastName: 'Petrova', photoUrl: null },
  changedAt: ago(2),
  sendAt: null,
  sentAt: null,
  recipients: 0,
  read: 0,
  mailed: 0,
  bounced: 0,
  blocks,
  audience: {
    accountTypes: ['Student', 'Graduate Student'],
    years: [2027, 2028],
    majors: [],
    hubs: [],
  },
  byMail: true,
  ...part,
});
const all: NewsletterSummary[] = [
  letter({ id: '1' }),
  letter({
    id: '2',
    title: 'Snow week: trains, skis and soup',
    state: 'scheduled',
    sendAt: new Date(now + 40 * 3_600_000).toISOString(),
  }),
  letter({
    id: '3',
    title: 'Welcome to the autumn term',
    state: 'sent',
    sentAt: ago(240),
    recipients: 1_834,
    read: 1_207,
    mailed: 1_761,
  }),
  letter({ id: '4', title: '', changedAt: ago(300) }),
];
const items = [
  {
    id: '1',
    title: 'The library stays open',
    summary: 'Midnight hours, new desks, and a room where you may speak',
    sentAt: ago(1),
    isRead: false,
  },
  {
    id: '2',
    title:
      'Snow week: trains, skis and soup for everybody who has never stood on a ski and would like to',
    summary: '',
    sentAt: ago(50),
    isRead: false,
  },
  {
    id: '3',
    title: 'مرحبًا بكم في الفصل الجديد',
    summary: 'كل ما تحتاجون إليه في الأسبوع الأول',
    sentAt: ago(240),
    isRead: true,
  },
];
const list = (of: readonly object[], more = {}) => ({
  total: of.length,
  items: of,
  perPage: 20,
  currentPage: 1,
  messages: [],
  ...more,
});

const answering =
  (answers: Record<string, unknown>, act?: (page: Page) => Promise<unknown>) =>
  async (page: Page) => {
    for (const [path, json] of Object.entries(answers))
      await page.route(
        (url) => url.pathname === path,
        (route) => route.fulfill({ json }),
      );
    await page.reload({ waitUntil: 'networkidle' });
    await act?.(page);
    await page.waitForTimeout(400);
  };
const inbox = { '/api/v1/inbox': list(items, { unread: 2 }) };
const opened = { ...items[0], isRead: true, blocks, why: letter({}).audience };
const reach = { '/api/v1/newsletters/reach': { people: 913, byMail: 880 } };
const admin = { path: '/admin/newsletters?id=1', who: 'admin', isWhole: true } as const;

export const newsletterShots = [
  { name: 'inbox', path: '/inbox', who: 'ana', act: answering(inbox) },
  { name: 'inbox-none', path: '/inbox', who: 'eve' },
  {
    name: 'inbox-letter',
    path: '/inbox?id=1',
    who: 'ana',
    isWhole: true,
    act: answering({ ...inbox, '/api/v1/inbox/1': opened }),
  },
  {
    name: 'inbox-letter-ar',
    path: '/inbox?id=1',
    who: 'ana',
    locale: 'ar',
    act: answering({ ...inbox, '/api/v1/inbox/1': opened }),
  },
  { name: 'inbox-gone', path: '/inbox?id=7', who: 'ana', act: answering(inbox) },
  { name: 'unsubscribe', path: '/unsubscribe#x' },
  { name: 'newsletters-none', path: '/admin/newsletters', who: 'admin' },
  {
    name: 'newsletters',
    path: '/admin/newsletters',
    who: 'admin',
    act: answering({ '/api/v1/newsletters': list(all) }),
  },
  {
    name: 'newsletters-draft',
    ...admin,
    act: answering({ '/api/v1/newsletters/1': letter({}), ...reach }),
  },
  {
    name: 'newsletters-draft-de',
    ...admin,
    locale: 'de',
    act: answering({ '/api/v1/newsletters/1': letter({}), ...reach }),
  },
  {
    name: 'newsletters-sent',
    ...admin,
    act: answering({
      '/api/v1/newsletters/1': letter({
        state: 'sent',
        sentAt: ago(3),
        recipients: 913,
        read: 204,
        mailed: 880,
      }),
    }),
  },
  {
    name: 'newsletters-preview',
    path: '/admin/newsletters?id=1',
    who: 'admin',
    act: answering({ '/api/v1/newsletters/1': letter({}), ...reach }, (page) =>
      page.getByRole('button', { name: 'Preview' }).click(),
    ),
  },
] as const;
