import type { Page } from '@playwright/test';

/** Makes the signed-in person's profile public. `isSeen`: opens it as a visitor. */
export const sharingOutside = (isSeen: boolean) => async (page: Page) => {
  const url = await page.evaluate(async () => {
    const { jwt } = (await (await fetch('/mobile_ws/v18/auth_tokens')).json()) as { jwt: string };
    const ask = (path: string, method: string, body?: object) =>
      fetch(`/api/v1/sharing${path}`, {
        method,
        headers: { Authorization: `Bearer ${jwt}`, 'Content-Type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      }).then((answer) => answer.json() as Promise<{ url: string; links: { id: string }[] }>);
    const fields = [
      'picture',
      'yearOfGraduation',
      'major',
      'bio',
      'languages',
      'interests',
      'work',
    ];
    const own = await ask('', 'PATCH', { isPublic: true, fields });
    if (own.links.length === 0) {
      for (const days of [7, null, 90]) await ask('/links', 'POST', { days });
      const [last] = (await ask('', 'GET')).links;
      await ask(`/links/${last?.id}`, 'PATCH', { isWithdrawn: true });
    }
    return own.url;
  });
  if (isSeen) await page.goto(url);
  else await page.reload();
  await page.locator('main').waitFor();
  await page.waitForTimeout(500);
};
