import { chromium, type Browser, type Page } from '@playwright/test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from '#server/kernel/database/database.ts';
import { browserFlags, findBrowser } from '../../tools/browser.ts';
import type { Chatter, LiveSchool } from '../live/campus.ts';

/** Two people with real browsers, who chat during the same faults without reloading their pages. */
export interface Browsers {
  /** Both write until it is over. */
  talk(isOver: () => boolean): Promise<void>;
  /** Returns the problems at the end: messages that are missing, duplicate or out of order in the database or on a screen. */
  compare(pool: Pool): Promise<string[]>;
  written(): number;
  close(): Promise<void>;
}

/** Milliseconds between two messages of a person. */
const pauseMs = 900;
/** Maximum milliseconds until the outboxes are empty after the last fault. */
const settleMs = 60_000;
const names = ['left', 'right'] as const;
const said = /(?:left|right) \d+ was here/;

const field = (page: Page) => page.getByRole('main').getByRole('textbox', { name: /^Message / });

/** Opens both browsers at their shared conversation. In this data of buildLive(), a session's token is its id. */
export const openBrowsers = async (
  port: number,
  live: LiveSchool,
  { people, conversation }: { people: readonly Chatter[]; conversation: number },
): Promise<Browsers> => {
  const browser: Browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: [...browserFlags],
  });
  const address = `http://localhost:${port}`;
  const texts: string[][] = [[], []];
  const troubles: string[] = [];
  const pages = await Promise.all(
    people.slice(0, 2).map(async ({ session }) => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 900 },
        reducedMotion: 'reduce',
        locale: 'en-US',
      });
      await context.addCookies([{ name: 'cg_session', value: session, url: address }]);
      const page = await context.newPage();
      page.on('pageerror', (error) => troubles.push(`a page failed: ${error.message}`));
      page.on('framenavigated', (frame) => {
        if (frame === page.mainFrame() && texts.flat().length > 0)
          troubles.push('a page was reloaded');
      });
      await page.goto(`${address}/chat/${conversation}`);
      await field(page).waitFor();
      return page;
    }),
  );
  const stored = async (pool: Pool): Promise<string[]> => {
    const client = await pool.raw.connect();
    try {
      await client.query(`set commons.school_id = '${live.school}'`);
      const { rows } = await client.query<{ text: string }>(
        'select text from messages where conversation_id = $1 order by seq',
        [conversation],
      );
      return rows.map(({ text }) => text);
    } finally {
      client.release(true);
    }
  };
  const shown = (page: Page): Promise<string[]> =>
    page.evaluate(
      (source) =>
        [...document.querySelectorAll('article')].flatMap(
          (one) => new RegExp(source).exec(one.innerText)?.[0] ?? [],
        ),
      said.source,
    );
  return {
    talk: async (isOver) => {
      await Promise.all(
        pages.map(async (page, side) => {
          for (let n = 0; !isOver(); n += 1) {
            const text = `${names[side]} ${n} was here`;
            await field(page).fill(text);
            texts[side]?.push(text);
            await field(page).press('Enter');
            await delay(pauseMs);
          }
        }),
      );
    },
    compare: async (pool) => {
      const all = texts.flat().length;
      const until = performance.now() + settleMs;
      let rows: string[] = [];
      let screens: string[][] = [];
      const isSettled = () =>
        rows.length >= all &&
        screens.every(
          (list) => list.length >= 10 && list.join('\n') === rows.slice(-list.length).join('\n'),
        );
      while (!isSettled() && performance.now() < until) {
        await delay(500);
        rows = await stored(pool);
        screens = await Promise.all(pages.map(shown));
      }
      const found = [...troubles];
      for (const [side, own] of texts.entries()) {
        const kept = rows.filter((text) => text.startsWith(`${names[side]} `));
        if (kept.join('\n') !== own.join('\n'))
          found.push(
            `of ${own.length} messages the ${names[side]} browser wrote, ${kept.length} are stored, or in another order`,
          );
        const screen = screens[side] ?? [];
        if (screen.length < 10 || screen.join('\n') !== rows.slice(-screen.length).join('\n'))
          found.push(
            `the ${names[side]} browser shows ${JSON.stringify(screen.slice(-5))}, stored are ${JSON.stringify(rows.slice(-5))}`,
          );
      }
      return found;
    },
    written: () => texts.flat().length,
    close: () => browser.close(),
  };
};
