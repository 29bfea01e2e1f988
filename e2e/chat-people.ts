import type { Browser, Page } from '@playwright/test';
import { address, mobile, signIn } from './campus.ts';

/*
 * Conversations are created by the admin, who can message anyone, in groups with unique names, so that lists and counts of
 * other tests don't change. Each person uses a separate browser context.
 */

interface People {
  people: { uid: string; firstName: string; lastName: string }[];
}
type Call = <T = { id: string; seq: number }>(
  method: string,
  path: string,
  body?: object,
) => Promise<T>;

/** Signs a person in with a separate browser context. */
export const enter = async (
  browser: Browser,
  who: string,
): Promise<{ page: Page; call: Call; uidOf: (name: string) => Promise<string> }> => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  const tokens = await signIn(context, `${who}@demo.campus.example`);
  const page = await context.newPage();
  await page.goto(`${address()}/healthz`);
  const call: Call = (method, path, body) =>
    page.evaluate(
      async ([url, asked, sent, jwt]) => {
        const headers = { Authorization: `Bearer ${jwt}`, 'Content-Type': 'application/json' };
        const answer = await fetch(`/api/v1/chat${url}`, {
          method: asked,
          headers,
          ...(sent && { body: JSON.stringify(sent) }),
        });
        return await answer.json();
      },
      [path, method, body, tokens.jwt] as const,
    );
  const uidOf = async (name: string) => {
    const [found] = await mobile<People[]>(
      context,
      tokens,
      `mobile_people?search_word=${encodeURIComponent(name)}`,
    );
    return (
      found?.people.find(({ firstName, lastName }) => `${firstName} ${lastName}` === name)?.uid ??
      ''
    );
  };
  return { page, call, uidOf };
};

/** Creates a group with these people as the admin. */
export const group = async (
  { call, uidOf }: Awaited<ReturnType<typeof enter>>,
  name: string,
  ...people: string[]
): Promise<string> => {
  const uids = await Promise.all(people.map(uidOf));
  const { id } = await call('POST', '/conversations', {
    kind: 'group',
    clientId: crypto.randomUUID(),
    name,
    uids,
  });
  return id;
};
/** Returns the message field. */
export const field = (page: Page) =>
  page.getByRole('main').getByRole('textbox', { name: /^Message / });
export const say = async (page: Page, text: string) => {
  await field(page).fill(text);
  await field(page).press('Enter');
};
/** Returns the messages of the open conversation. */
export const thread = (page: Page) => page.getByRole('region', { name: 'Messages', exact: true });
/** Runs an action from the menu of the last message that contains a text. */
export const choose = async (page: Page, text: string, act: string) => {
  const message = thread(page).getByRole('article').filter({ hasText: text }).last();
  await message.hover();
  await message.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: act }).click();
};
