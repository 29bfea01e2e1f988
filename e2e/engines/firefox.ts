import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type ElementHandle, type KeyInput, type Page } from 'puppeteer-core';
import { watchErrors, type Engine, type Handle, type Key, type Tab } from './tab.ts';

const handleOf = (element: ElementHandle): Handle => ({
  click: () => element.click(),
  choose: (file) => (element as ElementHandle<HTMLInputElement>).uploadFile(file),
});

const tabOf = (page: Page, close: () => Promise<void>): Tab => {
  const press = (key: Key) => page.keyboard.press(key as KeyInput);
  return {
    open: async (url) => {
      await page.goto(url, { waitUntil: 'domcontentloaded' });
    },
    run: (fn, ...args) => page.evaluate(fn as never, ...(args as unknown as [])) as never,
    inject: async (source) => {
      await page.evaluate(source);
    },
    find: async (fn, ...args) => {
      const found = await page.evaluateHandle(fn as never, ...(args as unknown as []));
      const element = (found as { asElement: () => ElementHandle | null }).asElement();
      return element === null ? null : handleOf(element);
    },
    press,
    type: (text) => page.keyboard.type(text),
    selectAll: async () => {
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.up('Control');
    },
    resize: (width, height) => page.setViewport({ width, height }),
    picture: () => page.screenshot(),
    close,
  };
};

/** Starts Firefox, which speaks WebDriver BiDi without another program. */
export const startFirefox = async (program: string): Promise<Engine> => {
  const downloads = mkdtempSync(join(tmpdir(), 'commons-firefox-'));
  const launch = async (dark: boolean) => ({
    dark,
    isFree: true,
    browser: await puppeteer.launch({
      browser: 'firefox',
      executablePath: program,
      headless: true,
      extraPrefsFirefox: {
        'intl.accept_languages': 'en-US,en',
        'browser.download.folderList': 2,
        'browser.download.dir': downloads,
        'browser.download.useDownloadDir': true,
        // BiDi has no command for the color scheme in this version.
        'layout.css.prefers-color-scheme.content-override': dark ? 0 : 1,
      },
    }),
  });
  // Each person has a process, because windows behind another one get no focus.
  const processes = [await launch(false)];
  const [{ browser: first }] = processes as [(typeof processes)[number]];
  return {
    name: 'firefox',
    version: (await first.version()).replace('firefox/', ''),
    downloads,
    open: async ({ dark = false } = {}) => {
      let one = processes.find((it) => it.isFree && it.dark === dark);
      if (one === undefined) processes.push((one = await launch(dark)));
      one.isFree = false;
      const context = await one.browser.createBrowserContext();
      const page = await context.newPage();
      await page.evaluateOnNewDocument(watchErrors);
      await page.setViewport({ width: 1280, height: 900 });
      return tabOf(page, async () => {
        await context.close();
        one.isFree = true;
      });
    },
    close: async () => {
      await Promise.all(processes.map(({ browser }) => browser.close()));
      rmSync(downloads, { recursive: true, force: true });
    },
  };
};
