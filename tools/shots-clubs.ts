import type { Page } from '@playwright/test';
import { reaching } from './shots-acts.ts';

/** Opens a club from the list, and optionally its manage pages. */
const opening =
  (name: string, more?: string) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('link', { name, exact: true }).first().click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    if (more !== undefined) await page.getByRole('link', { name: more }).first().click();
    await page.waitForTimeout(600);
  };

/** Opens a tab of a club from the list. */
export const openingTab =
  (name: string, tab: string) =>
  async (page: Page): Promise<void> => {
    await opening(name)(page);
    await page.getByRole('tab', { name: tab }).first().click();
    await page.waitForTimeout(800);
  };

/** Opens a manage page of a club from the list. */
export const managing =
  (name: string, section: string) =>
  async (page: Page): Promise<void> => {
    await opening(name, 'Manage')(page);
    await page.getByRole('tab', { name: section }).first().click();
    await page.waitForTimeout(800);
  };

/** Opens a survey of a club, and a part of it. */
export const survey =
  (name: string, title: string | RegExp, then?: string) =>
  async (page: Page): Promise<void> => {
    await openingTab(name, 'Surveys')(page);
    await page.getByRole('link', { name: title }).first().click();
    await page.waitForTimeout(800);
    if (then !== undefined) await page.getByRole('tab', { name: then }).first().click();
    await page.waitForTimeout(800);
  };

/** Opens a renewal. It is started once, and is in the person's list after that. */
const renewing = async (page: Page): Promise<void> => {
  const begun = page.getByRole('link', { name: /^Renew Ridge/ });
  await page
    .getByRole('button', { name: /^(Renew|Continue)$/ })
    .or(begun)
    .first()
    .click();
  await page.waitForTimeout(1_000);
};

/** Opens the first post with its comments. */
const discussing = async (page: Page): Promise<void> => {
  const post = page.getByRole('article').filter({ hasText: 'kitchen evening' });
  await post.getByRole('button', { name: 'Tacos' }).click();
  await post.getByRole('button', { name: /comments/ }).click();
  await post.scrollIntoViewIfNeeded();
  await page.waitForTimeout(600);
};

/** Opens the post composer with a poll. */
const writing = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Write a post' }).click();
  await page
    .getByRole('textbox', { name: 'Write a post' })
    .fill('Who would like to start a *film club*?');
  await page.getByRole('button', { name: 'Post options' }).click();
  await page.getByRole('button', { name: 'Add poll' }).click();
  await page.getByLabel('Option 2').waitFor();
};

/** Opens the pictures of a post in full screen. */
const viewing = async (page: Page): Promise<void> => {
  const post = page.getByRole('article').filter({ hasText: 'rooftop greenhouse' });
  await post.scrollIntoViewIfNeeded();
  await post.getByRole('link', { name: 'The east stairs.webp' }).click();
  await page.getByRole('dialog', { name: 'Pictures' }).waitFor();
  await page.waitForTimeout(600);
};

/** Pictures of clubs and of the feed. */
export const clubShots = [
  { name: 'clubs', path: '/_/_/clubs', who: 'ana' },
  { name: 'clubs-ar', path: '/_/_/clubs', who: 'ana', locale: 'ar' },
  { name: 'clubs-none', path: '/_/_/clubs?search_word=zzzz', who: 'ana' },
  { name: 'club', path: '/_/_/clubs', who: 'ana', act: opening('Ridge & Trail') },
  { name: 'club-feed', path: '/_/_/clubs', who: 'ana', act: openingTab('Campus Makers', 'Feed') },
  { name: 'club-forum', path: '/_/_/clubs', who: 'ana', act: openingTab('Campus Makers', 'Forum') },
  { name: 'club-news', path: '/_/_/clubs', who: 'ana', act: openingTab('Campus Makers', 'News') },
  {
    name: 'club-manage',
    path: '/_/_/clubs?search_word=Public%20Speaking',
    who: 'officer',
    act: opening('Public Speaking Circle', 'Manage'),
  },
  ...(['About', 'Members', 'Files', 'Surveys'] as const).map((tab) => ({
    name: `club-tab-${tab.toLowerCase()}`,
    path: '/_/_/clubs',
    who: 'ana' as const,
    isWhole: true,
    act: openingTab('Ridge & Trail', tab),
  })),
  ...(['Overview', 'Members', 'Emails', 'Points', 'Settings', 'Activity log'] as const).map(
    (section) => ({
      name: `manage-${section.toLowerCase()}`,
      path: '/_/_/clubs?search_word=Ridge',
      who: 'officer' as const,
      isWhole: true,
      act: managing('Ridge & Trail', section),
    }),
  ),
  {
    name: 'manage-notes',
    path: '/_/_/clubs?search_word=Ridge',
    who: 'admin',
    act: managing('Ridge & Trail', 'Staff notes'),
  },
  {
    name: 'survey-answer',
    path: '/_/_/clubs?search_word=Ridge',
    who: 'ana',
    act: survey('Ridge & Trail', /How was the fall term/),
  },
  {
    name: 'survey-results',
    path: '/_/_/clubs?search_word=Ridge',
    who: 'officer',
    isWhole: true,
    act: survey('Ridge & Trail', /How was the fall term/, 'Responses'),
  },
  {
    name: 'survey-build',
    path: '/_/_/clubs?search_word=Ridge',
    who: 'officer',
    act: survey('Ridge & Trail', /How was the fall term/, 'Questions'),
  },
  { name: 'registrations', path: '/club-registrations', who: 'officer' },
  {
    name: 'registration-step',
    path: '/club-registrations',
    who: 'officer',
    isWhole: true,
    act: renewing,
  },
  { name: 'approvals-queue', path: '/approvals', who: 'officer' },
  {
    name: 'approvals-one',
    path: '/approvals',
    who: 'officer',
    isWhole: true,
    act: reaching('link', /Repair Caf/),
  },
  {
    name: 'approvals-one-de',
    path: '/approvals',
    who: 'officer',
    locale: 'de',
    isWhole: true,
    act: reaching('link', /Repair Caf/),
  },
  { name: 'admin-registration', path: '/admin/club-registration', who: 'admin', isWhole: true },
  { name: 'club-gone', path: '/clubs/999', who: 'ana' },
  { name: 'admin-clubs', path: '/admin/clubs', who: 'admin' },
  { name: 'feed-comments', path: '/', who: 'ana', act: discussing },
  { name: 'feed-writing', path: '/', who: 'ana', act: writing },
  { name: 'feed-viewer', path: '/', who: 'ana', act: viewing },
  { name: 'feed-whole', path: '/', who: 'ana', isWhole: true },
  { name: 'admin-word-list', path: '/admin/word-list', who: 'admin' },
  { name: 'post-gone', path: '/post?id=999', who: 'ana' },
] as const;
