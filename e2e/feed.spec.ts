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
  const form = page.getByRole('form', { name: 'Write a post' });
  await form
    .getByLabel('Write a post')
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
  await expect(form.getByLabel('Write a post')).toHaveValue('');
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

  await page.reload();
  await settled(page);
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
  await bens.reload();
  await settled(bens);
  await expect(post).toHaveCount(0);
  await other.close();
});
