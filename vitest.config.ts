import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const web = {
  root: './web',
  environment: 'happy-dom',
  // Projects that run side by side have as many workers.
  maxWorkers: 2,
  testTimeout: 180_000,
  setupFiles: './src/testing/english.ts',
} as const;

/** Tests of the web app that replace modules, or check what modules remember. Each file runs in its own worker. */
const apart = readdirSync('web/src', { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.test\.tsx?$/.test(name))
  .map((name) => join('src', name))
  .filter((name) =>
    /vi\.(?:mock|doMock|resetModules)\b|@apart/.test(readFileSync(join('web', name), 'utf8')),
  );

// `node`: everything that runs on the server, on a real PostgreSQL. `web` and `web-apart`: the browser's modules in happy-dom.
export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    tags: [
      {
        name: 'soak',
        description: 'Long tests that only `npm run soak` and `npm test -- changed` run.',
      },
    ],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          include: ['{contract,server,tools}/**/*.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          pool: 'forks',
          // As the server runs: Node reads the modules itself, and the files of one worker share them. A third of the time.
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      {
        extends: './web/vite.config.ts',
        // The files of one worker share their modules: a quarter of the time.
        test: {
          ...web,
          name: 'web',
          include: ['{src,worker}/**/*.test.{ts,tsx}'],
          exclude: apart,
          isolate: false,
        },
      },
      { extends: './web/vite.config.ts', test: { ...web, name: 'web-apart', include: apart } },
    ],
  },
});
