import { defineConfig } from '@playwright/test';
import { installedEngines } from './browsers.ts';

// Journeys in Firefox and WebKit, which `npm run soak` runs if they are installed. Playwright runs the tests, not the browsers: its own
// Firefox and WebKit are patched builds, and people use the official ones.
export default defineConfig({
  testDir: '.',
  testMatch: ['journeys.ts', 'studies-journeys.ts', 'accessible.ts'],
  globalSetup: '../campus.setup.ts',
  // The journeys use the same people, one after the other.
  workers: 1,
  retries: 0,
  timeout: 180_000,
  outputDir: '../../test-results/engines',
  reporter: [['list']],
  projects: installedEngines().installed.map((name) => ({ name })),
});
