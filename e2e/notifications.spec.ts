import { axeFinds } from './axe.ts';
import { address, expect, mobile, settled, signIn, test, visit } from './campus.ts';

const asker = 'officer@demo.campus.example';

test('[NOTIF-01, NOTIF-04] a connection request updates the bell at once; the panel shows it, its reason, and its switch', async ({
  page,
  context,
  browser,
}) => {
  const origin = address();
  const other = await browser.newContext();
  const tokens = await signIn(other, asker);
  const { jwt } = await signIn(context, 'admin@demo.campus.example');
  await visit(page, '/directory');
  await settled(page);
  const me =
    (
      await page.evaluate(
        async () =>
          (await (await fetch('/mobile_ws/v18/authentication?source=sep')).json()) as {
            uid: string;
          }[],
      )
    )[0]?.uid ?? '';
  const act = (type: string) =>
    mobile(other, tokens, `user_connect?student_uid=${me}&type=${type}`);
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const unread = async () =>
    Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0);
  const before = await unread();
  try {
    await act('request');
    // The socket delivers it without a reload.
    await expect(bell).toHaveAccessibleName(`Notifications, ${before + 1} unread`, {
      timeout: 60_000,
    });
    await bell.click();
    const panel = page.getByRole('dialog', { name: /^Notifications/ });
    const row = panel.getByRole('link', { name: /wants? to connect with you/ }).first();
    await expect(row).toBeVisible();
    expect(await axeFinds(page, { within: '[role=dialog]' })).toEqual([]);
    await panel.getByRole('link', { name: 'See all' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
    await settled(page);
    expect(await axeFinds(page)).toEqual([]);

    await page
      .getByRole('button', { name: /^Actions for: .*connect with you/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Why did I get this?' }).click();
    const why = page.getByRole('dialog', { name: 'Why did I get this?' });
    await expect(
      why.getByText('You got this because “Connection requests” is turned on in General.'),
    ).toBeVisible();
    const inApp = why.getByRole('listitem').filter({ hasText: 'In the app' });
    await expect(inApp.getByText(/^Added .* This is the default\.$/)).toBeVisible();
    const mail = why.getByRole('listitem').filter({ hasText: 'Email' });
    await expect(mail.getByText(/^In your next email/)).toBeVisible();
    expect(await axeFinds(page, { within: '[role=dialog]' })).toEqual([]);
    await mail.getByRole('switch', { name: 'Keep sending these' }).click();
    await expect(page.getByText('Saved', { exact: true }).last()).toBeVisible();
    await expect(mail.getByRole('switch', { name: 'Keep sending these' })).not.toBeChecked();

    await why.getByRole('link', { name: 'All settings' }).click();
    const inTable = page.getByRole('switch', { name: 'Connection requests: Email' });
    await expect(inTable).not.toBeChecked();
    expect(await axeFinds(page)).toEqual([]);
    await inTable.click();
    await expect(inTable).toBeChecked();

    await page.goto(`${origin}/notifications?only=unread`);
    await settled(page);
    await page.getByRole('button', { name: 'Mark all as read' }).click();
    await expect(page.getByText('You’re all caught up')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('link', { name: /connect with you/ }).first()).toBeVisible();
    await page
      .getByRole('button', { name: /^Actions for: .*connect with you/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByText('Notification deleted')).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    // A click shows the request next to the list. Enter opens it. Both mark the notification as read.
    await page
      .getByRole('link', { name: /connect with you/ })
      .first()
      .click();
    await expect(
      page.getByRole('region', { name: 'Preview' }).getByRole('button', { name: 'Accept' }).first(),
    ).toBeVisible();
    expect(await axeFinds(page)).toEqual([]);
    await page
      .getByRole('link', { name: /connect with you/ })
      .first()
      .press('Enter');
    await expect(page).toHaveURL(/\/connections\?list=incoming/);
    await expect(bell).toHaveAccessibleName(
      before === 0 ? 'Notifications' : `Notifications, ${before} unread`,
    );

    // Opening a push notification also opens the request and marks it as read.
    const now = await unread();
    const id = await page.evaluate(async (token) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const { items } = (await (await fetch('/api/v1/notifications', { headers })).json()) as {
        items: { id: string; isRead: boolean }[];
      };
      // Other journeys may have caused new ones by now.
      const [one] = items.filter(({ isRead }) => isRead);
      const body = JSON.stringify({ ids: [one?.id], read: false });
      await fetch('/api/v1/notifications', { method: 'PATCH', headers, body });
      return one?.id ?? '';
    }, jwt);
    await expect(bell).toHaveAccessibleName(`Notifications, ${now + 1} unread`, {
      timeout: 60_000,
    });
    await page.goto(`${origin}/directory#notification=${id}`);
    await expect(bell).toHaveAccessibleName(
      now === 0 ? 'Notifications' : `Notifications, ${now} unread`,
      { timeout: 60_000 },
    );
    await expect(page).toHaveURL(`${origin}/directory`);
  } finally {
    await act('cancel');
    await other.close();
  }
});

test('[NOTIF-02, NOTIF-03] a setting that the school locked can’t change and says why @soak', async ({
  page,
  context,
}) => {
  await signIn(context, 'admin@demo.campus.example');
  await visit(page, '/admin/notifications');
  await settled(page);
  // A notification key that nothing sends yet.
  const key = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Likes on your posts' }) });
  const lock = key.getByRole('button', { name: 'Lock Likes on your posts, Push' });
  await lock.click();
  await expect(page.getByText('Saved for the whole school')).toBeVisible();
  expect(await axeFinds(page)).toEqual([]);

  await visit(page, '/settings/notifications');
  await settled(page);
  await expect(page.getByText('Set by your school: Push')).toBeVisible();
  await expect(page.getByText('Likes on your posts, Push: off, set by your school')).toBeAttached();
  await expect(page.getByRole('switch', { name: 'Likes on your posts: Push' })).toHaveCount(0);

  await visit(page, '/admin/notifications');
  await settled(page);
  await key.getByRole('button', { name: 'Reset Likes on your posts to default' }).click();
  await expect(lock).toHaveAttribute('aria-pressed', 'false');
});
