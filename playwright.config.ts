import { defineConfig } from '@playwright/test';
import { isSoak, seed } from './server/test/effort.ts';
import { browserFlags } from './tools/browser.ts';

// Workers list the same tests.
process.env['TEST_SEED'] ??= String(seed);
const executablePath = process.env['CHROMIUM_PATH'];

// Journeys in a real browser against the real server with the demo campus; see e2e/campus.setup.ts.
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/campus.setup.ts',
  workers: 2,
  fullyParallel: true,
  // A journey can't repeat what it already did. tools/test.ts runs failed ones again with a fresh campus.
  retries: 0,
  timeout: 180_000,
  expect: { timeout: 60_000 },
  outputDir: 'test-results',
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    locale: 'en-US',
    // Soak runs have the animations, which take a tenth of the processor time.
    contextOptions: { reducedMotion: isSoak ? 'no-preference' : 'reduce' },
    launchOptions: { args: browserFlags, ...(executablePath && { executablePath }) },
    screenshot: 'only-on-failure',
  },
});
