import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { leanReact } from './lean-react.ts';

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

/** Icons of lucide with their drawing only: no names, aliases and keys, and drawn by ui/icon.ts. */
const leanIcons = (): Plugin => ({
  name: 'lean-icons',
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/, code: 'createLucideIcon' },
    handler: (code) => ({
      map: null,
      code: code
        .replace(
          /import createLucideIcon .*/,
          `import { createIcon as createLucideIcon } from '${root}/src/ui/icon.ts';`,
        )
        .replace(/^ {2}(?:name|size|aliases): .*,\n/gm, '')
        .replace(/, key: "\w+"/g, ''),
    }),
  },
});

export default defineConfig({
  root,
  base: '/',
  // One for each answer stands there in the end (server/src/kernel/http/page-policy.ts).
  html: { cspNonce: 'NONCE-OF-THE-ANSWER' },
  plugins: [react(), tailwind(), leanReact(), leanIcons(), preloadSteps()],
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
        chunkFileNames: ({ moduleIds }) =>
          `assets/${moduleIds.length > 0 && moduleIds.every((id) => id.includes('/lucide-react/')) ? 'icon' : '[name]'}-[hash].js`,
        codeSplitting: {
          // Few files: each waits for its turn on the line. A group takes along what its modules import.
          groups: [
            // Runs first and asks for what the address shows (main.tsx).
            {
              name: 'start',
              test: /node_modules\/react\/|vite\/preload-helper|rolldown\/runtime|src\/(routes|route-kinds|lib\/next-task)\.tsx?$/,
              priority: 6,
            },
            // Changes only with an upgrade, so a release of ours leaves it in people's caches.
            { name: 'react-dom', test: /node_modules\/(react-dom|scheduler)\//, priority: 5 },
            {
              name: 'query',
              test: /node_modules\/@tanstack\/(react-query|query-core)\/(?!.*\/(useInfiniteQuery|infiniteQueryObserver|useQueries|queriesObserver)\.)/,
              priority: 4,
            },
            {
              name: 'app',
              test: /src\/lib\/(?!analytics|live-socket|upload|sending-fetch|debounce|next-task|listing-params|gathered)|lucide-react\/dist\/esm\/icons\/(check|chevron-down|ellipsis|message-circle|search|user-round-check|users-round)\.|src\/shell\/log-out\.|src\/messages\/en-first|src\/shell\/(app|members-only|page|school-mark)\.tsx$|src\/ui\/(button|avatar|skeleton|dialog|popover|retry-bar)\.tsx$|src\/ui\/(toasts|alerts)\.ts$|src\/kit\/(confirm|use-act)\.ts$|src\/messages\/en\/kit\.ts$/,
              priority: 3,
            },
            // The bars and what they show; what opens from them loads when somebody reaches for it.
            {
              name: 'shell',
              test: /src\/shell\/(app-shell|left-bar|bottom-menu|main-menu-place|menu-kinds|menu-target|menu\.data|bell|page-header|search-button|palette-open|main-menu-part|palette-part)\.tsx?$|lucide-react\/dist\/esm\/icons\/bell\./,
              priority: 2,
            },
            // One person, in a profile and in lists.
            {
              name: 'person',
              test: /src\/features\/(connections\/(connect-|use-connect|connections\.data)|people\/(person\.ts|mutuals|cover))|src\/ui\/(menu|face-stack|chip)\.tsx$/,
              priority: 2,
            },
            // Lists of people, and the directory's words and questions that other pages have too.
            {
              name: 'people',
              test: /query(-core)?\/build\/modern\/(useQueries|queriesObserver)\.|src\/features\/(people\/|directory\/(directory-search|directory\.data|connection-labels)|saved-searches\/saved-search(es\.data)?\.ts)|src\/lib\/(debounce|listing-params)|src\/ui\/(segmented|search-field)\.tsx$|lucide-react\/dist\/esm\/icons\/(layout-grid|list|bookmark)\./,
              priority: 1,
            },
            { name: 'fields', test: /src\/ui\/(text-field|field)\.tsx$/, priority: 1 },
            { name: 'profile', test: /src\/features\/profile\/profile-view\.tsx$/ },
            {
              name: 'sign-in',
              test: /src\/features\/sign-in\/sign-in-frame\.tsx$|src\/features\/sso\/(provider-buttons|sso-errors)/,
            },
          ],
        },
      },
    },
  },
});
