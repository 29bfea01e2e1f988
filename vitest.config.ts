import { defineConfig } from 'vitest/config';

// `node`: everything that runs on the server, on a real PostgreSQL. `web`: the browser's modules in happy-dom.
export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 180_000,
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
        test: { name: 'web', root: './web', include: ['src/**/*.test.{ts,tsx}'], environment: 'happy-dom', testTimeout: 180_000 },
      },
    ],
  },
});
