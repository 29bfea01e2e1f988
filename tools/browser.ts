import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runStep } from './step.ts';

/**
 * Chromium reads only the last `--disable-features`, so this list repeats Playwright's (`chromiumSwitches.ts`). We added the last three
 * names: without them, the address bar of each new window loads two pages, which take 0.8 s of processor time.
 */
const disabledFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxAimPopup',
];

/** Flags for starting a browser: headless, as root, and without requests on a closed network. */
export const browserFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
];

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const onPath = (wanted: readonly string[] = names): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => wanted.map((name) => join(folder, name)))
    .find((path) => existsSync(path));

const ofPlaywright = async (): Promise<string | undefined> => {
  const { chromium } = await import('@playwright/test');
  if (existsSync(chromium.executablePath())) return chromium.executablePath();
  // On a closed network, this fails immediately, and the Debian package is next.
  spawnSync(
    process.execPath,
    [join('node_modules', 'playwright', 'cli.js'), 'install', 'chromium'],
    { stdio: 'ignore', timeout: 60_000 },
  );
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
};

const ofDebian = async (name: string): Promise<string | undefined> => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await runStep('list of packages', 'apt-get', ['update'], { env });
  await runStep(name, 'apt-get', ['install', '-y', '--no-install-recommends', name], { env });
  return onPath([name]);
};

/**
 * Finds a Chromium for tests: `CHROMIUM_PATH`, the PATH, Playwright's own, or the Debian package (as root). Throws an explanation if there
 * is none.
 */
export const findBrowser = async (): Promise<string> => {
  const named = process.env['CHROMIUM_PATH'];
  if (named !== undefined && existsSync(named)) return named;
  const found = onPath() ?? (await ofPlaywright()) ?? (await ofDebian('chromium'));
  if (found === undefined)
    throw new Error(
      'No Chromium was found or could be installed. Install one, or set CHROMIUM_PATH.',
    );
  return found;
};
