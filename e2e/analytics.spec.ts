import { address, expect, settled, signIn, test } from './campus.ts';

test('[ANALYT-01] the school’s analytics script gets the visitor under the page’s own policy; if it is blocked, the app works', async ({
  context,
  quiet,
}) => {
  const origin = address();
  // Pages that a test answers itself belong to no network, and the browser blocks WebSockets from them.
  quiet.ignore(
    /Analytics: the script of cdn\.test|ERR_FAILED|Failed to load resource|LOCAL_NETWORK_ACCESS_CHECKS/,
  );
  await signIn(context, 'ben@demo.campus.example');
  const school = await context.newPage();
  // Adds analytics to the page for this window only, because other journeys share the school.
  await context.route(
    (url) => url.origin === origin && url.pathname === '/settings/privacy',
    async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers() };
      headers['content-security-policy'] = (headers['content-security-policy'] ?? '')
        .replace("connect-src 'self'", "connect-src 'self' https://cdn.test")
        .replace('trusted-types ', 'trusted-types campus-analytics ');
      const meta = JSON.stringify({
        address: 'https://cdn.test/{key}/a.js',
        key: 'K',
        object: 'counter',
      }).replaceAll('"', '&quot;');
      const body = (await response.text()).replace(
        '</head>',
        `<meta name="analytics" content="${meta}"></head>`,
      );
      await route.fulfill({ response, headers, body });
    },
  );
  await context.route('**/mobile_ws/v18/authentication?**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replace('"isCounted":false', '"isCounted":true'),
    });
  });
  let isBlocked = false;
  await context.route('https://cdn.test/**', (route) =>
    isBlocked
      ? route.abort('blockedbyclient')
      : route.fulfill({
          contentType: 'text/javascript',
          body: 'setTimeout(() => { window.counter = { initialize: (who) => { window.told = who } } }, 150)',
        }),
  );
  await school.goto(`${origin}/settings/privacy`);
  await settled(school);
  await expect
    .poll(() => school.evaluate(() => (window as { told?: object }).told))
    .toEqual({
      visitor: { id: expect.stringMatching(/^\d+_student$/), accountType: 'student' },
      account: { id: 'demo' },
    });
  await expect(school.getByRole('switch', { name: /^Share usage analytics/ })).toBeChecked();
  isBlocked = true;
  const received = school.waitForEvent('console', (message) =>
    message.text().includes('Analytics: the script of cdn.test'),
  );
  await school.reload();
  await received;
  await settled(school);
  await expect(school.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
});
