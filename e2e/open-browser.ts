import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { browserFlags } from '../tools/browser.ts';

const { CHROMIUM_PATH: executablePath } = process.env;

/**
 * For `test.use`: the full Chromium, even if tests run in the faster headless shell, which sends third-party cookies to
 * frames.
 */
export const wholeBrowser = {
  launchOptions: { args: browserFlags, ...(executablePath && { executablePath }) },
};

/** A browser that sends third-party cookies, which users can allow. The browsers of other tests don't. */
export const openBrowser = async (): Promise<{
  context: BrowserContext;
  close: () => Promise<void>;
}> => {
  const profile = mkdtempSync(join(tmpdir(), 'commons-browser-'));
  mkdirSync(join(profile, 'Default'));
  // 0 means allowed (https://chromium.googlesource.com/chromium/src, cookie_settings: CookieControlsMode).
  writeFileSync(
    join(profile, 'Default', 'Preferences'),
    JSON.stringify({ profile: { cookie_controls_mode: 0 } }),
  );
  const context = await chromium.launchPersistentContext(profile, {
    ...wholeBrowser.launchOptions,
    locale: 'en-US',
  });
  return {
    context,
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
};

/** Starts a separate site that returns an empty page. */
export const openSite = async (name: string): Promise<{ address: string; close: () => void }> => {
  const server = createServer((_, reply) =>
    reply.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Another site</title>'),
  );
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return {
    address: `http://${name}:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
