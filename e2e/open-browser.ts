import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext } from '@playwright/test';
import { browserFlags } from '../tools/browser.ts';

const { CHROMIUM_PATH: executablePath } = process.env;

/**
 * For `test.use`: Chromium as people have it, also where journeys run in the quicker one without a window. That one sends cookies
 * of third parties to frames.
 */
export const wholeBrowser = {
  launchOptions: { args: browserFlags, ...(executablePath && { executablePath }) },
};

/** A browser that sends cookies of third parties, as people may allow it; the ones journeys run in do not. */
export const openBrowser = async (): Promise<{
  context: BrowserContext;
  close: () => Promise<void>;
}> => {
  const profile = mkdtempSync(join(tmpdir(), 'commons-browser-'));
  mkdirSync(join(profile, 'Default'));
  // 0: allowed (https://chromium.googlesource.com/chromium/src, cookie_settings: CookieControlsMode).
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

/** A site of its own that answers one empty page. */
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
