import { debounceMs } from '#contract/layout.ts';
import { address, expect, mobile, settled, signIn, test } from './campus.ts';

test('[DIR-01, DIR-05] the URL holds search, filters, order and layout; back restores them; one call per debounced text', async ({
  page,
  context,
}) => {
  await signIn(context, 'ben@demo.campus.example');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.clock.install();
  await page.goto(`${address()}/directory`);
  await settled(page);
  await expect(page.getByText('2,000 people')).toBeVisible();
  const words: string[] = [];
  page.on('request', (request) => {
    const word = new URL(request.url()).searchParams.get('search_word');
    if (
      request.url().includes('mobile_people') &&
      word !== null &&
      new URL(request.url()).searchParams.get('range') === '0'
    )
      words.push(word);
  });
  // The page's clock is stopped, because on a busy machine two key presses can be further apart than the debounce time.
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.getByRole('searchbox').pressSequentially('silva');
  await page.clock.runFor(debounceMs - 1);
  expect(page.url()).not.toContain('search_word');
  await page.clock.runFor(1);
  await page.clock.resume();
  await expect(page).toHaveURL(/search_word=silva/);
  await expect(page.getByRole('link', { name: 'Ana Silva', exact: true })).toBeVisible();
  expect(words).toEqual(['silva']);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).not.toHaveURL(/search_word/);

  await page.getByRole('button', { name: 'Type', exact: true }).click();
  const option = page.getByRole('radio', { name: /^Faculty/ });
  const label = (await option.locator('xpath=ancestor::label').innerText()).replace(/\D/g, '');
  await option.click();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/account_type=Faculty/);
  await expect(page.getByText(`${Number(label).toLocaleString('en-US')} found`)).toBeVisible();

  await page.getByRole('radio', { name: 'List' }).click();
  await expect(page).toHaveURL(/layout=list/);
  await page.getByRole('rowheader').nth(2).getByRole('link').click();
  await expect(page).toHaveURL(/uid=\d+/);
  await expect(page.getByRole('complementary', { name: 'Profile' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/account_type=Faculty/);
  await expect(page.getByRole('complementary', { name: 'Profile' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByText(`${Number(label).toLocaleString('en-US')} found`)).toBeVisible();
});

test('[ROUTE-06] a long scroll renders few rows, and going back from a profile restores the position', async ({
  page,
  context,
}) => {
  await signIn(context, 'ben@demo.campus.example');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${address()}/directory`);
  await settled(page);
  await page.evaluate(() => window.scrollTo(0, 40_000));
  await settled(page);
  // Rows are measured as they scroll into view, so the test reads the position once it stops changing.
  const position = () => page.evaluate(() => window.scrollY);
  await expect(async () => {
    const first = await position();
    await page.waitForTimeout(600);
    expect(await position()).toBe(first);
  }).toPass();
  await settled(page);
  const href = await page.locator('article a').nth(5).getAttribute('href');
  const link = page.locator(`article a[href="${href}"]`);
  const name = await link.innerText();
  expect(await page.locator('article').count()).toBeLessThan(40);
  await link.scrollIntoViewIfNeeded();
  const before = await position();
  await link.click();
  await expect(page).toHaveURL(/student_profile\?uid=/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect.poll(position).toBeLessThan(50);
  await page.goBack();
  await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
  await expect.poll(async () => Math.abs((await position()) - before)).toBeLessThan(400);
});

test('[ROUTE-02] the embedded profile has no shell; without a uid, it shows the user', async ({
  page,
  context,
}) => {
  const tokens = await signIn(context, 'ben@demo.campus.example');
  const [list] = await mobile<{ people: { uid: string; firstName: string; lastName: string }[] }[]>(
    context,
    tokens,
    'mobile_people?search_word=Ana%20Silva',
  );
  const ana = list?.people[0];
  await page.goto(`${address()}/embed/profile/${ana?.uid}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Ana Silva' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await page.goto(`${address()}/embed/profile`);
  await expect(page.getByRole('heading', { level: 1, name: /^Ben/ })).toBeVisible();
});

test('[SCH-01, SCH-03] each school has its color before the content appears, and only its own people', async ({
  page,
  context,
}) => {
  await signIn(context, 'eve@north.campus.example', address('north'));
  await page.goto(`${address('north')}/directory`);
  await settled(page);
  const brand = (
    await page.evaluate(
      () =>
        getComputedStyle(document.documentElement).getPropertyValue('--brand-light') ||
        getComputedStyle(document.documentElement).getPropertyValue('--brand'),
    )
  ).toLowerCase();
  expect(brand).not.toContain('005fbf');
  await expect(page.getByText('200 people')).toBeVisible();
  await page.getByRole('searchbox').fill('Ana Silva');
  await expect(page.getByText('No results')).toBeVisible();
});

for (const { depth, tag } of [
  { depth: 3_000, tag: '' },
  { depth: 20_000, tag: ' @soak' },
])
  test(`[DIR-01] a card ${depth} pixels down stays visible when its profile opens beside the list and when it closes${tag}`, async ({
    page,
    context,
  }) => {
    await signIn(context, 'ben@demo.campus.example');
    await page.setViewportSize({ width: 1440, height: 900 });
    // Parameters that other sites add to the address aren't filters.
    await page.goto(`${address()}/directory?utm_source=mail&fbclid=x&share=1`);
    await settled(page);
    await page.evaluate((to) => window.scrollTo(0, to), depth);
    await settled(page);
    // The last card of a row in the window. With one column less, it begins another row.
    const lastOfRow = () =>
      page.evaluate(() => {
        const cards = [...document.querySelectorAll<HTMLElement>('article[data-uid]')].map(
          (card) => ({
            uid: card.dataset['uid'],
            box: card.getBoundingClientRect(),
          }),
        );
        const right = Math.max(...cards.map(({ box }) => box.right));
        return cards.find(
          ({ box }) => box.right === right && box.top > 0 && box.bottom < window.innerHeight,
        )?.uid;
      });
    await expect.poll(lastOfRow).toBeTruthy();
    const uid = (await lastOfRow()) ?? '';
    const open = page.locator(`article[data-uid="${uid}"]`);
    await open.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await settled(page);
    // A card that has left the window might not be rendered anymore.
    const top = () =>
      page.evaluate(
        (of) =>
          Math.round(
            document.querySelector(`article[data-uid="${of}"]`)?.getBoundingClientRect().top ??
              99_999,
          ),
        uid,
      );
    const before = await top();
    await open.getByRole('link').first().click();
    await expect(page.getByRole('complementary', { name: 'Profile' })).toBeVisible();
    await settled(page);
    // In a long list, the card would have left the window. Rows have the same height, so it keeps its position.
    const moved = async () => Math.abs((await top()) - before);
    await expect.poll(moved).toBeLessThan(2);
    const pane = page.getByRole('complementary', { name: 'Profile' });
    await expect(pane).toBeFocused();
    await page.getByRole('button', { name: 'Close profile' }).click();
    await settled(page);
    await expect(pane).toHaveCount(0);
    await expect(open.getByRole('link').first()).toBeFocused();
    await expect.poll(moved).toBeLessThan(2);
  });
