import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Builder,
  Capabilities,
  Key as Keys,
  type WebDriver,
  type WebElement,
} from 'selenium-webdriver';
import { watchErrors, type Engine, type Handle, type Key, type Tab } from './tab.ts';

const keys: Record<Key, string> = {
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
  Tab: Keys.TAB,
  Space: ' ',
  Backspace: Keys.BACK_SPACE,
  Delete: Keys.DELETE,
  ArrowUp: Keys.ARROW_UP,
  ArrowDown: Keys.ARROW_DOWN,
  ArrowLeft: Keys.ARROW_LEFT,
  ArrowRight: Keys.ARROW_RIGHT,
};

const freePort = (): Promise<number> =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => done(port));
    });
  });

const handleOf = (element: WebElement): Handle => ({
  click: () => element.click(),
  choose: (file) => element.sendKeys(file),
});

type LeftWindow = Window & { commonsLeft?: boolean };

/**
 * Opens an address. We wait for the page to load ourselves, because WebKit's driver sometimes waits for an event that has already happened, or
 * loses the first navigation of a new window.
 */
const navigate = async (driver: WebDriver, url: string): Promise<void> => {
  const isOpen = () =>
    driver.executeScript<boolean>(
      (to: string) =>
        (window as LeftWindow).commonsLeft !== true &&
        location.origin === new URL(to).origin &&
        document.readyState !== 'loading',
      url,
    );
  for (let tries = 0; tries < 3; tries += 1) {
    await driver.executeScript(() => ((window as LeftWindow).commonsLeft = true));
    await driver.get(url);
    for (const end = Date.now() + 20_000; Date.now() < end;) {
      if (await isOpen().catch(() => false)) {
        await driver.executeScript(watchErrors);
        return;
      }
      await new Promise((done) => setTimeout(done, 50));
    }
  }
  throw new Error(`WebKit does not open ${url}`);
};

const tabOf = (driver: WebDriver, close: () => Promise<void>): Tab => ({
  open: (url) => navigate(driver, url),
  run: (fn, ...args) => driver.executeScript(fn as never, ...args) as never,
  inject: async (source) => {
    await driver.executeScript(source);
  },
  find: async (fn, ...args) => {
    const element = await driver.executeScript<WebElement | null>(fn as never, ...args);
    return element === null ? null : handleOf(element);
  },
  press: (key) => driver.actions().sendKeys(keys[key]).perform(),
  type: (text) => driver.actions().sendKeys(text).perform(),
  selectAll: () =>
    driver.actions().keyDown(Keys.CONTROL).sendKeys('a').keyUp(Keys.CONTROL).perform(),
  resize: async (width, height) => {
    await driver.manage().window().setRect({ x: 0, y: 0, width, height });
  },
  picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
  close,
});

/** Waits until a program answers at an address. */
const answers = async (url: string): Promise<void> => {
  for (let tries = 0; tries < 100; tries += 1) {
    const response = await fetch(url).catch(() => null);
    if (response?.ok === true) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`Nothing answers at ${url}`);
};

const stop = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once('exit', () => done());
    child.kill();
  });

/** Starts a virtual screen and returns its number. The program chooses a free one. */
const startScreen = async (): Promise<{ child: ChildProcess; display: string }> => {
  const child = spawn(
    'Xvfb',
    ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  const display = await new Promise<string>((done, fail) => {
    child.stdout.once('data', (text: Buffer) => done(`:${text.toString().trim()}`));
    child.once('error', fail);
    child.once('exit', () => fail(new Error('Xvfb did not start')));
  });
  return { child, display };
};

/**
 * Starts WebKit's driver. A driver has one session, so each person gets one. WebKit needs a screen, which Xvfb provides; without a window
 * manager, a full screen is a window without bars that can be as narrow as a phone.
 */
export const startWebKit = async (program: string, browser: string): Promise<Engine> => {
  const home = mkdtempSync(join(tmpdir(), 'commons-webkit-'));
  const downloads = join(home, 'downloads');
  mkdirSync(downloads);
  mkdirSync(join(home, '.config'));
  writeFileSync(join(home, '.config', 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const screen = await startScreen();
  let version = '';
  const open = async ({ dark = false } = {}): Promise<Tab> => {
    const port = await freePort();
    const child = spawn(program, [`--port=${port}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        HOME: home,
        XDG_CONFIG_HOME: join(home, '.config'),
        DISPLAY: screen.display,
        LANG: 'en_US.UTF-8',
        LANGUAGE: 'en_US',
      },
    });
    await answers(`http://127.0.0.1:${port}/status`);
    const driver = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(
        new Capabilities({
          browserName: 'MiniBrowser',
          pageLoadStrategy: 'none',
          'webkitgtk:browserOptions': {
            binary: browser,
            args: ['--automation', '--full-screen', ...(dark ? ['--dark-mode'] : [])],
          },
        }),
      )
      .build();
    version = (await driver.getCapabilities()).get('browserVersion') as string;
    const tab = tabOf(driver, async () => {
      await driver.quit();
      await stop(child);
    });
    await tab.resize(1280, 900);
    return tab;
  };
  return {
    name: 'webkit',
    get version() {
      return version;
    },
    downloads,
    open,
    close: async () => {
      await stop(screen.child);
      rmSync(home, { recursive: true, force: true });
    },
  };
};
