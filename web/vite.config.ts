import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;

/** Names what main.tsx imports in steps in the page itself, so that all of it is on its way at once. */
const preloadSteps = (): Plugin => ({
  name: 'preload-steps',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle, chunk: entry }) => {
      if (!bundle || !entry) return;
      // A module of a later step that main.tsx imports would bring all of that step along, in one long task.
      const early = entry.imports.filter((file) => !/\/(?:start|rolldown-runtime)-/.test(file));
      if (early.length > 0)
        throw new Error(
          `main.tsx starts with ${early.join(', ')}; see the groups in web/vite.config.ts`,
        );
      const files = new Set<string>();
      const add = (file: string) => {
        const chunk = bundle[file];
        if (chunk?.type !== 'chunk' || files.has(file)) return;
        files.add(file);
        for (const next of chunk.imports) add(next);
      };
      const isStep = (file: string) =>
        bundle[file]?.name === 'app' || bundle[file]?.name === 'client';
      for (const file of entry.dynamicImports.filter(isStep)) add(file);
      return [...files]
        .filter((file) => !html.includes(file))
        .map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        }));
    },
  },
});

export default defineConfig({
  root,
  base: '/',
  // One for each answer stands there in the end (server/src/kernel/http/page-policy.ts).
  html: { cspNonce: 'NONCE-OF-THE-ANSWER' },
  plugins: [react(), tailwind(), preloadSteps()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // A strict content policy has no room for data: scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Those that the page itself names are there whenever something is imported. Icons are so small that their names
      // would weigh as much; what imports them fetches them.
      resolveDependencies: (_, files) =>
        files.filter(
          (file) =>
            !/\/(?:rolldown-runtime|start|react-dom|query|app|icon)-[\w-]{8}\.js$/.test(file),
        ),
    },
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Few files: each waits for its turn on the line. A group takes along what its modules import.
          groups: [
            // Libraries change only with an upgrade, so a release of ours leaves them in people's caches.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
            { name: 'tanstack', test: /node_modules\/@tanstack\//, priority: 3 },
          ],
        },
      },
    },
  },
});
