import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { axeFinds } from './axe.ts';
import { address, expect, settled, signIn, test } from './campus.ts';
import { choose, enter, field, group, say, thread } from './chat-people.ts';

test('[CHAT-01] [CHAT-02] [CHAT-04] two people in two browsers: start, write, type, read, reply, react, edit, delete, leave', async ({
  browser,
}) => {
  const [{ page: adam }, { page: ben }] = await Promise.all([
    enter(browser, 'admin'),
    enter(browser, 'ben'),
  ]);
  const name = `Choir ${Date.now()}`;
  await Promise.all([adam.goto(`${address()}/chat`), ben.goto(`${address()}/directory`)]);
  await adam.getByRole('button', { name: 'New conversation' }).first().click();
  const dialog = adam.getByRole('dialog', { name: 'New conversation' });
  for (const person of ['Ben Okafor', 'Olivia Park']) {
    await dialog.getByRole('searchbox').fill(person);
    await dialog.getByRole('button', { name: new RegExp(`^${person} `) }).click();
  }
  await dialog.getByRole('textbox', { name: 'Group name' }).fill(name);
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(adam).toHaveURL(/\/chat\/\d+$/);
  await say(adam, 'Who sings *bass*?');
  await expect(ben.getByRole('link', { name: /unread messages? Chat$/ })).toBeVisible();

  await ben.getByRole('link', { name: /Chat$/ }).first().click();
  await ben.getByRole('link', { name: new RegExp(name) }).click();
  await expect(
    thread(ben).getByRole('article').filter({ hasText: 'Who sings bass?' }),
  ).toBeVisible();
  await expect(thread(adam).getByText('Read by 1 of 2')).toBeVisible();
  await field(ben).pressSequentially('I d');
  await expect(thread(adam).getByText('Ben Okafor is typing…')).toBeVisible();
  await say(ben, 'I do');
  // A screen reader finds the tools even when the message has neither the pointer nor the focus, and what they open gets the
  // focus.
  const tools = thread(adam)
    .getByRole('article')
    .filter({ hasText: 'I do' })
    .getByRole('button', { name: /^More actions for “I do”/ });
  await expect(tools).toHaveCount(1);
  await tools.evaluate((button: HTMLElement) => button.click());
  await expect(adam.getByRole('menuitem').first()).toBeFocused();
  await adam.keyboard.press('ArrowDown');
  await expect(adam.getByRole('menuitem').nth(1)).toBeFocused();
  await adam.keyboard.press('Escape');
  await expect(adam.getByRole('menu')).toHaveCount(0);
  await choose(adam, 'I do', 'Reply');
  await expect(field(adam)).toBeFocused();
  await say(adam, 'Thursday then');
  await expect(
    thread(ben)
      .getByRole('article')
      .filter({ hasText: 'Thursday then' })
      .getByRole('link', { name: /I do/ }),
  ).toBeVisible();

  const answer = thread(ben).getByRole('article').filter({ hasText: 'Thursday then' });
  await answer.hover();
  await answer.getByRole('button', { name: 'React', exact: true }).click();
  const picker = ben.getByRole('dialog', { name: 'React' });
  // The data loads when the picker opens for the first time.
  await picker.getByRole('searchbox', { name: 'Search emoji' }).fill('thumbs up');
  await expect(picker.getByRole('button', { name: 'thumbs up' })).toBeVisible();
  await ben.keyboard.press('Enter');
  await expect(thread(adam).getByRole('button', { name: '👍 1 by Ben Okafor' })).toBeVisible();

  await field(adam).press('ArrowUp');
  await expect(field(adam)).toHaveValue('Thursday then');
  await say(adam, 'Friday then');
  await expect(answer).toHaveCount(0);
  await expect(
    thread(ben).getByRole('article').filter({ hasText: 'Friday then' }).getByText('Edited'),
  ).toBeVisible();
  await choose(adam, 'Friday then', 'Delete');
  await adam.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(thread(ben).getByText('Message deleted')).toBeVisible();

  await ben.getByRole('button', { name: 'Details' }).click();
  await ben.getByRole('button', { name: 'Leave group' }).click();
  await ben.getByRole('alertdialog').getByRole('button', { name: 'Leave group' }).click();
  await expect(ben).toHaveURL(/\/chat$/);
  await expect(thread(adam).getByText('Ben Okafor left')).toBeVisible();
  await Promise.all([adam.context().close(), ben.context().close()]);
});

test('[CHAT-03] three messages written offline, in a tab that then closes, arrive once and in order @soak', async ({
  browser,
}) => {
  const adam = await enter(browser, 'admin');
  const id = await group(adam, `Offline ${Date.now()}`, 'Olivia Park');
  const context = adam.page.context();
  await adam.page.goto(`${address()}/chat/${id}`);
  await expect(field(adam.page)).toBeVisible();
  // The page loads the outbox once it is idle.
  await expect(thread(adam.page).getByText('started the conversation')).toBeVisible();
  await context.setOffline(true);
  for (const text of ['one', 'two', 'three']) await say(adam.page, text);
  await expect(thread(adam.page).getByText('Waiting for connection')).toHaveCount(3);
  await adam.page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(`${address()}/chat/${id}`);
  await expect(thread(again).getByText('Sent', { exact: true })).toBeVisible();
  const olivia = await enter(browser, 'officer');
  const read = () =>
    olivia.call<{ items: { text: string; event: object | null }[] }>(
      'GET',
      `/conversations/${id}/messages`,
    );
  const texts = async () =>
    (await read()).items.flatMap(({ text, event }) => (event === null ? text : []));
  await expect.poll(texts).toEqual(['one', 'two', 'three']);
  await Promise.all([context.close(), olivia.page.context().close()]);
});

test('[CHAT-05] a picture shows, and a file has its type’s icon and its size', async ({
  browser,
}) => {
  const [adam, olivia] = await Promise.all([enter(browser, 'admin'), enter(browser, 'officer')]);
  const id = await group(adam, `Files ${Date.now()}`, 'Olivia Park');
  await Promise.all([adam, olivia].map(({ page }) => page.goto(`${address()}/chat/${id}`)));
  await adam.page.locator('input[type=file]').setInputFiles([
    {
      name: 'cover-03.webp',
      mimeType: 'image/webp',
      buffer: await readFile('server/demo/pictures/covers/cover-03.webp'),
    },
    {
      name: 'plan.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(`%PDF-1.4\n${'x'.repeat(3_000)}`),
    },
  ]);
  await expect(
    adam.page.getByRole('list', { name: 'Attached files' }).getByRole('listitem'),
  ).toHaveCount(2);
  await say(adam.page, 'Both');
  const message = thread(olivia.page).getByRole('article').filter({ hasText: 'Both' });
  const picture = message.getByRole('link', { name: 'Open picture cover-03.webp' }).locator('img');
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
  const file = message.getByRole('link', { name: /plan\.pdf/ });
  await expect(file).toContainText('PDF');
  await expect(file).toContainText('kB');
  await Promise.all([adam.page.context().close(), olivia.page.context().close()]);
});

test('[CHAT-04] a message is found and opened; a report is sent; axe finds 0; strangers see nothing @soak', async ({
  browser,
}) => {
  const [adam, olivia, ana] = await Promise.all([
    enter(browser, 'admin'),
    enter(browser, 'officer'),
    enter(browser, 'ana'),
  ]);
  const id = await group(adam, `Search ${Date.now()}`, 'Olivia Park');
  for (let n = 1; n <= 40; n += 1)
    await adam.call('POST', `/conversations/${id}/messages`, {
      clientId: crypto.randomUUID(),
      text:
        n === 3
          ? 'The key is under the *geranium*'
          : `Line ${n}\n> quoted\n- listed\n\`\`\`\ncode ${n}\n\`\`\``,
      files: [],
    });
  const { page } = olivia;
  await page.goto(`${address()}/chat/${id}`);
  await page.getByRole('button', { name: 'Search in this conversation' }).click();
  await page.getByRole('searchbox', { name: 'Search in this conversation' }).fill('geranium');
  await page.getByRole('region', { name: 'Messages found' }).getByRole('link').first().click();
  const message = thread(page).getByRole('article').filter({ hasText: 'geranium' });
  await expect(message).toBeInViewport();
  await expect(message).toBeFocused();
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(thread(page).getByRole('article').last()).toBeInViewport();
  await page.goto(`${address()}/chat/${id}?message=4`);
  await expect(message).toBeInViewport();
  await choose(page, 'geranium', 'Report');
  await page.getByRole('radio', { name: 'Someone may be in danger' }).click();
  await page.getByRole('textbox', { name: 'What happened? (optional)' }).fill('A key is no toy.');
  await page.getByRole('dialog').getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Thanks. A moderator will review this.')).toBeVisible();
  // Moderators see the message as it was when reported and can expand the ones before it.
  await adam.page.goto(`${address()}/admin/reports`);
  const report = adam.page.getByRole('article').filter({ hasText: 'A key is no toy.' }).last();
  const evidence = report.getByRole('group', { name: 'Message at the time of the report' });
  await expect(report.getByText('Someone may be in danger')).toBeVisible();
  await expect(evidence.getByText('The key is under the geranium')).toBeVisible();
  await expect(evidence.getByText(/^Line/)).toHaveCount(0);
  await evidence.getByRole('button', { name: 'Show 2 earlier messages' }).click();
  await expect(evidence.getByText(/^Line/)).toHaveText(['Line 1', 'Line 2']);
  await report.getByRole('button', { name: 'Dismiss' }).click();
  await expect(report).toHaveCount(0);
  for (const [width, scheme] of [
    [320, 'dark'],
    [1280, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme: scheme });
    await settled(page);
    expect(await axeFinds(page)).toEqual([]);
    expect(
      await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      ),
    ).toBeLessThanOrEqual(0);
  }
  await ana.page.goto(`${address()}/chat/${id}`);
  await expect(ana.page.getByRole('heading', { name: 'Conversation not found' })).toBeVisible();
  await Promise.all([adam, olivia, ana].map((one) => one.page.context().close()));
});

test('[CHAT-01] blocking from a conversation’s details hides it on both sides, and unblocking restores it @soak', async ({
  browser,
}) => {
  const [ben, olivia] = await Promise.all([enter(browser, 'ben'), enter(browser, 'officer')]);
  const { id } = await ben.call('POST', '/conversations', {
    kind: 'direct',
    uid: await ben.uidOf('Olivia Park'),
  });
  const words = `Lunch ${Date.now()}`;
  await ben.call('POST', `/conversations/${id}/messages`, {
    clientId: crypto.randomUUID(),
    text: words,
    files: [],
  });
  await Promise.all([ben, olivia].map(({ page }) => page.goto(`${address()}/chat/${id}`)));
  await expect(thread(ben.page).getByRole('article').filter({ hasText: words })).toBeVisible();
  await olivia.page.getByRole('button', { name: 'Details' }).click();
  await olivia.page.getByRole('button', { name: 'Block', exact: true }).click();
  await olivia.page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await expect(olivia.page).toHaveURL(/\/chat$/);
  const row = ({ page }: typeof ben) =>
    page.getByRole('list', { name: 'Conversations' }).getByRole('link').filter({ hasText: words });
  await Promise.all([olivia.page, ben.page].map((page) => page.goto(`${address()}/chat`)));
  for (const one of [ben, olivia]) {
    await expect(
      one.page.getByRole('list', { name: 'Conversations' }).getByRole('link').first(),
    ).toBeVisible();
    await expect(row(one)).toHaveCount(0);
  }
  await ben.page.goto(`${address()}/chat/${id}`);
  await expect(ben.page.getByRole('heading', { name: 'Conversation not found' })).toBeVisible();
  await olivia.page.goto(`${address()}/settings/privacy`);
  await olivia.page.getByRole('button', { name: /^Unblock/ }).click();
  await expect(olivia.page.getByRole('button', { name: /^Unblock/ })).toHaveCount(0);
  await olivia.page.goto(`${address()}/chat`);
  await expect(row(olivia)).toBeVisible();
  await Promise.all([ben, olivia].map(({ page }) => page.context().close()));
});

test('[CHAT-02] a person added to a group later reads only messages from then on @soak', async ({
  browser,
}) => {
  const [adam, ben] = await Promise.all([enter(browser, 'admin'), enter(browser, 'ben')]);
  const id = await group(adam, `Later ${Date.now()}`, 'Olivia Park');
  await adam.page.goto(`${address()}/chat/${id}`);
  await say(adam.page, 'Before Ben');
  // The page shows a message before it is sent. If it were sent once Ben is a member, he could read it.
  await expect
    .poll(async () =>
      (
        await adam.call<{ items: { text?: string }[] }>('GET', `/conversations/${id}/messages`)
      ).items.map((one) => one.text),
    )
    .toContain('Before Ben');
  await adam.page.getByRole('button', { name: 'Details' }).click();
  await adam.page.getByRole('button', { name: 'Add people' }).click();
  const dialog = adam.page.getByRole('dialog', { name: 'Add people' });
  await dialog.getByRole('searchbox').fill('Ben Okafor');
  await dialog.getByRole('button', { name: /^Ben Okafor / }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(thread(adam.page).getByText('added Ben Okafor')).toBeVisible();
  await ben.page.goto(`${address()}/chat/${id}`);
  await say(adam.page, 'With Ben');
  await expect(thread(ben.page).getByRole('article').filter({ hasText: 'With Ben' })).toBeVisible();
  await expect(thread(ben.page).getByText('Before Ben')).toHaveCount(0);
  await Promise.all([adam, ben].map(({ page }) => page.context().close()));
});

test('[CHAT-03] two tabs share one outbox: each shows the other’s pending messages, and each message is sent once, in order @soak', async ({
  browser,
}) => {
  const adam = await enter(browser, 'admin');
  const id = await group(adam, `Tabs ${Date.now()}`, 'Olivia Park');
  const context = adam.page.context();
  const [one, other] = [adam.page, await context.newPage()];
  for (const tab of [one, other]) {
    await tab.goto(`${address()}/chat/${id}`);
    await expect(thread(tab).getByText('started the conversation')).toBeVisible();
  }
  // Counts messages by client ID, because a busy machine may abandon a request and retry it.
  const sent = new Set<unknown>();
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(`/conversations/${id}/messages`))
      sent.add((request.postDataJSON() as { clientId?: string }).clientId);
  });
  await context.setOffline(true);
  await say(one, 'first tab');
  await expect(thread(other).getByText('first tab')).toBeVisible();
  await say(other, 'second tab');
  await expect(thread(one).getByText('second tab')).toBeVisible();
  await expect(thread(one).getByText('Waiting for connection')).toHaveCount(2);
  sent.clear();
  await context.setOffline(false);
  for (const tab of [one, other]) {
    await expect(thread(tab).getByText('Sent', { exact: true })).toBeVisible();
    await expect(thread(tab).getByRole('article')).toHaveText([/first tab/, /second tab/]);
  }
  expect(sent.size).toBe(2);
  await context.close();
});

test('[CHAT-04] a draft from one device appears on another @soak', async ({ browser }) => {
  const [laptop, phone] = await Promise.all([enter(browser, 'admin'), enter(browser, 'admin')]);
  const name = `Draft ${Date.now()}`;
  const id = await group(laptop, name, 'Olivia Park');
  await laptop.page.goto(`${address()}/chat/${id}`);
  await Promise.all([
    laptop.page.waitForResponse(
      (response) => response.url().endsWith(`/conversations/${id}/own`) && response.ok(),
    ),
    field(laptop.page).pressSequentially('Half a thought'),
  ]);
  await phone.page.goto(`${address()}/chat`);
  const row = phone.page.getByRole('link', { name: new RegExp(name) });
  await expect(row).toContainText('Draft: Half a thought');
  await row.click();
  await expect(field(phone.page)).toHaveValue('Half a thought');
  await Promise.all([laptop, phone].map(({ page }) => page.context().close()));
});

const posts = (id: string) => `**/conversations/${id}/messages`;
const back = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('online')));

test('[CHAT-03] [CHAT-04] offline, nothing written is lost or duplicated: files, reply and drafts wait', async ({
  browser,
}) => {
  const adam = await enter(browser, 'admin');
  const [name, other] = [`Kept ${Date.now()}`, `Beside ${Date.now()}`];
  const [id, beside] = [
    await group(adam, name, 'Olivia Park'),
    await group(adam, other, 'Olivia Park'),
  ];
  const context = adam.page.context();
  let { page } = adam;
  const toServer = (text: string) =>
    page.waitForResponse(
      (answer) =>
        answer.url().endsWith('/own') &&
        answer.ok() &&
        answer.request().postData()?.includes(text) === true,
    );
  await page.goto(`${address()}/chat/${beside}`);
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await say(page, 'The first');
  await Promise.all([toServer('Only once'), field(page).pressSequentially('Only once')]);
  await choose(page, 'The first', 'Reply');
  await page
    .locator('input[type=file]')
    .setInputFiles([
      { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') },
    ]);
  await page.getByRole('link', { name: new RegExp(other) }).click();
  await expect(page.getByRole('list', { name: 'Attached files' })).toHaveCount(0);
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await expect(page.getByRole('list', { name: 'Attached files' })).toContainText('plan.pdf');
  await expect(page.getByText('Replying to Adam Fischer')).toBeVisible();
  await context.setOffline(true);
  await field(page).press('Enter');
  await expect(thread(page).getByText('Waiting for connection')).toBeVisible();
  await page.getByRole('link', { name: new RegExp(other) }).click();
  await field(page).pressSequentially('Half a thought');
  await page.close();
  await context.setOffline(false);
  page = await context.newPage();
  const stored = toServer('Half a thought');
  await page.goto(`${address()}/chat/${id}`);
  const whole = thread(page).getByRole('article').filter({ hasText: 'Only once' });
  await expect(whole.getByRole('link', { name: /plan\.pdf/ })).toBeVisible();
  await expect(thread(page).getByText('Only once')).toHaveCount(1);
  await expect(field(page)).toHaveValue('');
  await stored;
  await page.getByRole('link', { name: new RegExp(other) }).click();
  await expect(field(page)).toHaveValue('Half a thought');
  await context.close();
});

test('[CHAT-03] a hanging attempt restarts; a rejection shows in the list and on other pages; signing out asks first @soak', async ({
  browser,
}) => {
  const [adam, olivia] = await Promise.all([enter(browser, 'admin'), enter(browser, 'officer')]);
  const name = `Hangs ${Date.now()}`;
  const id = await group(adam, name, 'Olivia Park');
  await adam.call('POST', `/conversations/${id}/messages`, {
    clientId: crypto.randomUUID(),
    text: 'Welcome',
  });
  const { page } = olivia;
  await page.goto(`${address()}/chat/${id}`);
  await expect(thread(page).getByText('Welcome')).toBeVisible();
  let isHanging = true;
  await page.route(posts(id), (route) =>
    isHanging && route.request().method() === 'POST' ? undefined : route.continue(),
  );
  await say(page, 'Stuck');
  await expect(thread(page).getByText('Sending')).toBeVisible();
  isHanging = false;
  await back(page);
  await expect(thread(page).getByText('Sent', { exact: true })).toBeVisible();

  isHanging = true;
  await say(page, 'Too late');
  await expect(thread(page).getByText('Sending')).toBeVisible();
  await adam.call('DELETE', `/conversations/${id}/participants/${await adam.uidOf('Olivia Park')}`);
  await page.getByRole('link', { name: 'Directory' }).first().click();
  isHanging = false;
  await back(page);
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/chat/${id}$`));
  await expect(page.getByRole('link', { name: new RegExp(name) })).toContainText('Not sent');
  await page.getByRole('button', { name: 'Your menu, Olivia' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  const question = page.getByRole('alertdialog', { name: '1 message hasn’t been sent yet' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(thread(page).getByText('Too late')).toBeVisible();
  await page.getByRole('button', { name: 'Your menu, Olivia' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await question.getByRole('button', { name: 'Log out and discard' }).click();
  await expect(page).toHaveURL(/\/login/);
  // The next person who signs in on this device finds nothing of it, and neither does Olivia.
  await signIn(page.context(), 'officer@demo.campus.example');
  await page.goto(`${address()}/chat/${id}`);
  await expect(thread(page).getByText('Stuck')).toBeVisible();
  await expect(thread(page).getByText('Too late')).toHaveCount(0);
  await Promise.all([adam, olivia].map((one) => one.page.context().close()));
});
