import { readFile } from 'node:fs/promises';
import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test } from './campus.ts';

test('[FEED-01] a student posts a picture and a poll from a phone; another likes, votes, comments and replies; the author deletes it', async ({
  page,
  browser,
  context,
}) => {
  await signIn(context, 'ana@demo.campus.example');
  await page.setViewportSize({ width: 320, height: 720 });
  await page.goto(`${address()}/`);
  await settled(page);
  await page.getByRole('button', { name: 'Write a post' }).click();
  const form = page.getByRole('form', { name: 'Write a post' });
  await form
    .getByRole('textbox', { name: 'Write a post' })
    .fill('Which poster do you like?\nhttps://posters.example/all.');
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
  const own = page.getByRole('article').filter({ hasText: 'Which poster' });
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
  await bens.goto(`${address()}/`);
  await settled(bens);
  const post = bens.getByRole('article').filter({ hasText: 'Which poster' });
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

  // What others do shows without being asked for.
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

test('[CLUB-04] an officer writes news as the club; a member finds it at home, starts a topic and gets an answer', async ({
  page,
  browser,
  context,
}) => {
  await signIn(context, 'officer@demo.campus.example');
  await page.goto(`${address()}/_/_/clubs?search_word=Ridge`);
  await settled(page);
  await page.getByRole('link', { name: 'Ridge & Trail', exact: true }).first().click();
  await page.getByRole('tab', { name: 'News' }).click();
  await page.getByRole('button', { name: 'Write news' }).click();
  const form = page.getByRole('form', { name: 'Write news' });
  await form.getByLabel('Title').fill('A hut for the winter');
  await form.getByLabel('Text').fill('We *rented a hut* for February.');
  await form.getByRole('button', { name: 'Post options' }).click();
  await form.getByLabel('Post as the club').check();
  expect(await axeFinds(page)).toEqual([]);
  await form.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByRole('article', { name: 'A hut for the winter' })).toBeVisible();

  const other = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await signIn(other, 'ana@demo.campus.example');
  const anas = await other.newPage();
  await anas.goto(`${address()}/`);
  await settled(anas);
  const news = anas.getByRole('article', { name: 'A hut for the winter' });
  await expect(news.getByRole('link', { name: 'Ridge & Trail' })).toBeVisible();
  await expect(news.locator('strong')).toHaveText('rented a hut');
  await news.getByRole('link', { name: 'Ridge & Trail' }).click();
  await anas.getByRole('tab', { name: /^Forum/ }).click();
  await anas.getByRole('button', { name: 'Start topic' }).click();
  const topic = anas.getByRole('form', { name: 'Start topic' });
  await topic.getByLabel('Title').fill('Who has a sled?');
  await topic.getByLabel('Text').fill('For the hut.');
  await topic.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(anas.getByRole('link', { name: 'Who has a sled?' })).toBeVisible();
  expect(await axeFinds(anas)).toEqual([]);

  await page.getByRole('tab', { name: /^Forum/ }).click();
  await page.getByRole('link', { name: /^Who has a sled\?/ }).click();
  await page.getByLabel('Write a comment').fill('I have two.');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('I have two.')).toBeVisible();
  await anas.getByRole('link', { name: 'Who has a sled?' }).click();
  await expect(anas.getByText('I have two.')).toBeVisible();
  await anas.getByRole('button', { name: /^More actions for the post/ }).click();
  await anas.getByRole('menuitem', { name: 'Mark as solved' }).click();
  await expect(anas.getByText('Solved', { exact: true })).toBeVisible();
  await other.close();
});
