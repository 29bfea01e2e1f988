import { readFile } from 'node:fs/promises';
import { axeFinds } from './axe.ts';
import { expect, settled, signIn, test, visit } from './campus.ts';

/** Text that no earlier run and no other journey has posted. */
const unique = () => `no. ${Date.now() % 10_000_000}`;

test('[FEED-01] a student posts a picture and a poll from a phone; another likes, votes, comments and replies; the author deletes it', async ({
  page,
  browser,
  context,
}) => {
  const question = `Which poster do you like, ${unique()}?`;
  await signIn(context, 'ana@demo.campus.example');
  await page.setViewportSize({ width: 320, height: 720 });
  await visit(page, '/');
  await settled(page);
  await page.getByRole('button', { name: 'Write a post' }).click();
  const form = page.getByRole('form', { name: 'Write a post' });
  await form
    .getByRole('textbox', { name: 'Write a post' })
    .fill(`${question}\nhttps://posters.example/all.`);
  await form.locator('input[type=file]').setInputFiles([
    {
      name: 'poster.webp',
      mimeType: 'image/webp',
      buffer: await readFile('server/demo/pictures/covers/cover-03.webp'),
    },
  ]);
  await form.getByRole('button', { name: 'Add poll' }).click();
  await form.getByLabel('Option 1').fill('The blue one');
  await form.getByLabel('Option 2').fill('The red one');
  expect(await axeFinds(page)).toEqual([]);
  await form.getByRole('button', { name: 'Post', exact: true }).click();
  const own = page.getByRole('article').filter({ hasText: question });
  await expect(own.getByRole('link', { name: 'poster.webp' })).toBeVisible();
  await expect(own.getByRole('link', { name: 'https://posters.example/all' })).toHaveAttribute(
    'rel',
    /nofollow/,
  );
  await expect(page.getByRole('button', { name: 'Write a post' })).toBeVisible();
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);

  const other = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await signIn(other, 'ben@demo.campus.example');
  const bens = await other.newPage();
  await visit(bens, '/');
  await settled(bens);
  const post = bens.getByRole('article').filter({ hasText: question });
  await post.getByRole('button', { name: /^Like, 0/ }).click();
  await expect(post.getByRole('button', { name: 'Like, 1 like' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await post.getByRole('button', { name: 'The red one' }).click();
  await expect(post.getByRole('button', { name: /The red one/ })).toContainText('1 vote');
  await post.getByRole('button', { name: '0 comments' }).click();
  await post.getByLabel('Write a comment').fill('Red, of course.');
  await post.getByRole('button', { name: 'Send' }).click();
  await expect(post.getByText('Red, of course.')).toBeVisible();
  expect(await axeFinds(bens)).toEqual([]);

  // Other people's actions appear without a reload.
  await expect(own.getByRole('button', { name: 'Like, 1 like' })).toBeVisible();
  await own.getByRole('button', { name: '1 comment' }).click();
  await own.getByRole('button', { name: /^Reply to Ben/ }).click();
  const reply = own.getByLabel(/^Reply to Ben/).and(own.locator('textarea'));
  await expect(reply).toBeFocused();
  await reply.fill('I think so too.');
  await page.keyboard.press('Control+Enter');
  await expect(own.getByText('I think so too.')).toBeVisible();
  await own.getByRole('button', { name: /^More actions for the post/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(own).toHaveCount(0);
  await expect(post).toHaveCount(0);
  await other.close();
});

test('[CLUB-04] an officer posts news as the club; a member finds it on the home page, starts a topic and gets a reply', async ({
  page,
  browser,
  context,
}) => {
  const [headline, question] = [`A hut for the winter ${unique()}`, `Who has a sled ${unique()}?`];
  await signIn(context, 'officer@demo.campus.example');
  await visit(page, '/_/_/clubs?search_word=Ridge');
  await settled(page);
  await page.getByRole('link', { name: 'Ridge & Trail', exact: true }).first().click();
  await page.getByRole('tab', { name: 'News' }).click();
  await page.getByRole('button', { name: 'Write news' }).click();
  const form = page.getByRole('form', { name: 'Write news' });
  await form.getByLabel('Title').fill(headline);
  await form.getByLabel('Text').fill('We *rented a hut* for February.');
  await form.getByRole('button', { name: 'Post options' }).click();
  await form.getByLabel('Post as the club').check();
  expect(await axeFinds(page)).toEqual([]);
  await form.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByRole('article', { name: headline })).toBeVisible();

  const other = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await signIn(other, 'ana@demo.campus.example');
  const anas = await other.newPage();
  // One long location must not make the phone home wider than the phone.
  await anas.route('**/api/v1/calendar?*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { items: object[] };
    const location = 'Hydrology field station, Upper Mill Road 118, entrance B, second floor';
    await route.fulfill({
      response: answer,
      json: { ...body, items: body.items.map((item) => ({ ...item, location })) },
    });
  });
  await visit(anas, '/');
  await settled(anas);
  expect(
    await anas.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  // WCAG 2.5.8: names in posts are right above club links, so each must be 24 px high or have enough space around it.
  expect(await axeFinds(anas, { rules: ['target-size'] })).toEqual([]);
  const news = anas.getByRole('article', { name: headline });
  await expect(news.getByRole('link', { name: 'Ridge & Trail' })).toBeVisible();
  await expect(news.locator('strong')).toHaveText('rented a hut');
  await news.getByRole('link', { name: 'Ridge & Trail' }).click();
  await anas.getByRole('tab', { name: /^Forum/ }).click();
  await anas.getByRole('button', { name: 'Start topic' }).click();
  const topic = anas.getByRole('form', { name: 'Start topic' });
  await topic.getByLabel('Title').fill(question);
  await topic.getByLabel('Text').fill('For the hut.');
  await topic.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(anas.getByRole('link', { name: question })).toBeVisible();
  expect(await axeFinds(anas)).toEqual([]);

  await page.getByRole('tab', { name: /^Forum/ }).click();
  await page.getByRole('link', { name: question }).click();
  await page.getByLabel('Write a comment').fill('I have two.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('I have two.')).toBeVisible();
  await anas.getByRole('link', { name: question }).click();
  await expect(anas.getByText('I have two.')).toBeVisible();
  await anas.getByRole('button', { name: /^More actions for the post/ }).click();
  await anas.getByRole('menuitem', { name: 'Mark as solved' }).click();
  await expect(anas.getByText('Solved', { exact: true })).toBeVisible();
  await other.close();
});

test('[FEED-01] keys navigate the feed; pictures open over the page; a moderator hides a reported post from the queue @soak', async ({
  page,
  browser,
  context,
}) => {
  const words = `From the jungle trip ${unique()}`;
  await signIn(context, 'ana@demo.campus.example');
  await visit(page, '/');
  await settled(page);
  const picture = (name: string) => ({ name, mimeType: 'image/webp' });
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('n');
  const form = page.getByRole('form', { name: 'Write a post' });
  await form.getByRole('textbox', { name: 'Write a post' }).fill(words);
  await form.locator('input[type=file]').setInputFiles(
    await Promise.all(
      ['01', '02', '03'].map(async (number) => ({
        ...picture(`trip-${number}.webp`),
        buffer: await readFile(`server/demo/pictures/covers/cover-${number}.webp`),
      })),
    ),
  );
  await form.getByRole('button', { name: 'Post', exact: true }).click();
  const post = page.getByRole('article').filter({ hasText: words });
  await expect(post.getByRole('link', { name: 'trip-03.webp' })).toBeVisible();

  await page.getByRole('heading', { level: 1 }).focus();
  // Only posts that other journeys write at the same time can be above it.
  for (let step = 0; step < 8; step += 1) {
    if (await post.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('j');
  }
  await expect(post).toBeFocused();
  await page.keyboard.press('l');
  await expect(post.getByRole('button', { name: 'Like, 1 like' })).toBeVisible();
  // C opens the comments with the focus in their field, and leaves them open when pressed again.
  const field = post.getByRole('textbox', { name: 'Write a comment' });
  for (let times = 0; times < 2; times += 1) {
    await page.keyboard.press('c');
    await expect(field).toBeFocused();
    await post.focus();
  }
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list.getByText('Next post')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await list.getByText('Use single-key shortcuts').click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('l');
  await expect(post.getByRole('button', { name: 'Like, 1 like' })).toBeVisible();

  await post.getByRole('link', { name: 'trip-02.webp' }).click();
  const viewer = page.getByRole('dialog', { name: 'Pictures' });
  await expect(viewer.getByText('2 of 3')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('3 of 3')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('1 of 3')).toBeVisible();
  // Quick presses add up while the pictures still scroll.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('3 of 3')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer.getByText('1 of 3')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);
  await page.mouse.move(5, 5);
  await viewer.getByRole('button', { name: 'Play slide show' }).click();
  await page.mouse.move(5, 5);
  await expect(viewer.getByText('2 of 3')).toBeVisible({ timeout: 10_000 });
  await page.keyboard.press('Escape');
  await expect(post.getByRole('link', { name: 'trip-02.webp' })).toBeFocused();

  const bens = await (await browser.newContext()).newPage();
  await signIn(bens.context(), 'ben@demo.campus.example');
  await visit(bens, '/');
  await settled(bens);
  const theirs = bens.getByRole('article').filter({ hasText: words });
  await theirs.getByRole('button', { name: /^More actions/ }).click();
  await bens.getByRole('menuitem', { name: 'Report' }).click();
  await bens.getByRole('radio', { name: 'Spam or advertising' }).check({ force: true });
  await bens.getByRole('button', { name: 'Send report' }).click();
  await expect(bens.getByText(/A moderator will review/)).toBeVisible();

  const admins = await (await browser.newContext()).newPage();
  await signIn(admins.context(), 'admin@demo.campus.example');
  await visit(admins, '/admin/reports');
  await settled(admins);
  const report = admins.getByRole('article').filter({ hasText: words });
  await report.getByRole('button', { name: 'Hide' }).click();
  await expect(report.getByRole('button', { name: 'Unhide' })).toBeVisible();
  expect(await axeFinds(admins)).toEqual([]);
  await bens.reload();
  await settled(bens);
  await expect(theirs).toHaveCount(0);
  await bens.context().close();
  await admins.context().close();
});
