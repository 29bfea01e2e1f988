import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Rolldown } from 'vite';
import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { compiledMessages } from './compile-messages.ts';

const root = import.meta.dirname;
const source = `${root}/src`;

/** Names what main.tsx imports in steps in the page itself, so that all of it is on its way at once. */
const preloadSteps = (): Plugin => ({
  name: 'preload-steps',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle, chunk: entry }) => {
      if (!bundle || !entry) return;
      const files = new Set<string>();
      const add = (file: string) => {
        const chunk = bundle[file];
        if (chunk?.type !== 'chunk' || files.has(file)) return;
        files.add(file);
        for (const next of chunk.imports) add(next);
      };
      const isStep = (file: string) => {
        const chunk = bundle[file];
        return (
          chunk?.type === 'chunk' &&
          Object.keys(chunk.modules).some((id) =>
            /react-dom\/client|src\/(?:routes|shell\/app)\.tsx/.test(id),
          )
        );
      };
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

const icons = resolve(root, '../node_modules/lucide-react/dist/esm/icons');
/** Their files; the module they are imported from has all that there are. An icon's former name stands for another file, so it is not found. */
const iconsIn = (code: string): string[] =>
  [...code.matchAll(/import \{([^}]*)\} from ["']lucide-react["']/g)]
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(' ')[0] ?? ''))
    .map((name) => name.replace(/(?<=.)(?=[A-Z]|(?<!\d)\d)/g, '-').toLowerCase())
    .map((name) => resolve(icons, `${name}.mjs`));

const reached = new Map<string, Set<string>>();
/** What a module of ours needs at once: others of ours, and icons. */
function reachedFrom(root: string, context: Rolldown.ChunkingContext): ReadonlySet<string> {
  const known = reached.get(root) ?? new Set([`${source}/${root}`]);
  if (reached.has(root)) return known;
  if (!context.getModuleInfo(`${source}/${root}`)) throw new Error(`No module ${root}`);
  reached.set(root, known);
  for (const one of known) {
    const { importedIds = [], code } = context.getModuleInfo(one) ?? {};
    for (const next of importedIds) if (!next.includes('/node_modules/')) known.add(next);
    if (!one.includes('/node_modules/')) for (const icon of iconsIn(code ?? '')) known.add(icon);
  }
  return known;
}

/** One file of the modules that are `wanted`, by what needs them, and that no group of a higher priority has. */
const together = (
  debugName: string,
  priority: number,
  wanted: (isNeededBy: (root: string) => boolean, isIcon: boolean) => boolean,
) => ({
  debugName,
  priority,
  name: (id: string, context: Rolldown.ChunkingContext): string | null =>
    wanted((root) => reachedFrom(root, context).has(id), id.startsWith(`${icons}/`))
      ? debugName
      : null,
});

const app = [
  'shell/app.tsx',
  'shell/root-layout.tsx',
  'shell/members-only.tsx',
  'shell/school-mark.tsx',
  'shell/log-out.ts',
  'shell/start-live.ts',
];
const shell = 'shell/app-shell.tsx';
const home = 'features/home/home-page.tsx';
const coming = 'features/home/coming-card.tsx';
const directory = 'features/directory/directory-page.tsx';
const profile = 'features/profile/profile-view.tsx';
const login = 'features/sign-in/login-page.tsx';
const live = 'live-subscriptions.ts';
const sections = 'shell/sections.ts';
/** Above every page of a signed-in person. */
const banners = 'features/announcements/announcement-banners.tsx';
/** What opens on every page. */
const menus = [
  'shell/person-menu.tsx',
  'shell/main-menu.tsx',
  'features/notifications/bell-panel.tsx',
];
/** Parts that are each smaller than what a request takes: those of forms, and those of pages with a list. */
const controls = [
  'ui/failure.tsx',
  'ui/field.tsx',
  'ui/progress-bar.tsx',
  'ui/segmented.tsx',
  'ui/select.tsx',
  'ui/switch.tsx',
  'ui/text-field.tsx',
];
const lists = ['ui/tabs.tsx', 'kit/row-list.tsx'];
/** What texts of the feed and of chat are drawn with. */
const formatted = [
  'features/formatted-text/formatted-text.tsx',
  'features/formatted-text/link-preview-card.tsx',
];
const feed = ['features/posts/feed.tsx', 'features/posts/composer.tsx'];
const chat = 'features/chat/chat-page.tsx';
const conversation = 'features/chat/conversation-page.tsx';

/**
 * What dialogs and popovers share with calendars, number fields and sorted lists. Left to the bundler, each is a file of its own, mostly
 * smaller than what a request takes.
 */
const sharedAria =
  /\/node_modules\/react-(?:aria|aria-components|stately)\/.*\/(?:Heading|Text|VisuallyHidden|isScrollable|getScrollParent|ariaHideOutside|utils\/number)\.mjs$/;

/** What a page at rest has fetched, for itself and for the next click. */
const atRest = [
  ...app,
  shell,
  'routes.tsx',
  banners,
  live,
  ...menus,
  home,
  directory,
  profile,
  ...feed,
  coming,
];

export default defineConfig({
  root,
  base: '/',
  // One for each answer stands there in the end (server/src/kernel/http/page-policy.ts).
  html: { cspNonce: 'NONCE-OF-THE-ANSWER' },
  // React itself has what this package gives to older ones.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  plugins: [compiledMessages(), react(), tailwind(), preloadSteps()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // A strict content policy has no room for data: scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Those that the page itself names are there whenever something is imported.
      resolveDependencies: (_, files) =>
        files.filter((file) => !/\/(?:react|tanstack|start|app)-/.test(file)),
    },
    target: 'es2023',
    rolldownOptions: {
      // Puts the text of a call (contract/src/*/calls.ts) where it is used, so that pages need no file of calls.
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        chunkFileNames: 'assets/[name]-[hash].js',
        codeSplitting: {
          // Few files: each waits for its turn on the line. A group takes along what its modules import.
          groups: [
            // Libraries change only with an upgrade, so a release of ours leaves them in people's caches.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler)\//,
              priority: 8,
            },
            {
              name: 'tanstack',
              // Not every page has a list that goes on, several queries at once, or something unsaved.
              test: /node_modules\/@tanstack\/(?!.*\/(?:useInfiniteQuery|infiniteQuery\w+|useQueries|queriesObserver|useBlocker)\.)/,
              priority: 7,
            },
            // It runs first and asks for what the address shows (main.tsx).
            together('start', 6, (by) => by('routes.tsx')),
            // Icons of the login page that menus show too: a file of its own would be asked for by both.
            together(
              'app',
              5,
              (by, isIcon) =>
                app.some(by) || (isIcon && (controls.some(by) || (by(login) && menus.some(by)))),
            ),
            // A profile in a host's page has no bars, so what it shares with other pages stands for itself.
            together('person', 3, (by) => by(profile) && [shell, home, directory].some(by)),
            together(
              'shell',
              2,
              (by, isIcon) =>
                by(shell) ||
                by(banners) ||
                by('shell/heading-focus.ts') ||
                by('ui/card.tsx') ||
                (by(home) && (by(directory) || isIcon)),
            ),
            together('controls', 2, (by) => controls.some(by)),
            // The feed is the home page's; clubs have it too, and ask for as much of it, with what posts are written in above it.
            together('posts', 1, (by) => feed.some(by)),
            together('coming', 1, (by) => by(coming)),
            together('people', 1, (by) => by(directory)),
            together('profile', 1, (by) => by(profile)),
            together('live', 1, (by) => by(live)),
            // Chat and the feed show files; the feed must not ask for all of chat.
            together('files', 1, (by) => by('ui/file-row.tsx')),
            // The same of texts.
            together('formatted', 1, (by) => formatted.some(by)),
            together('lists', 1, (by) => lists.some(by)),
            together('form', 1, (by) => by('kit/form.tsx')),
            { name: 'aria', test: sharedAria, priority: 1 },
            together('sign-in', 1, (by, isIcon) => by(login) && (by(sections) || isIcon)),
            // Icons that no page above has taken along: those of what opens on every page, and those of the others.
            together('icons', 1, (by, isIcon) => isIcon && atRest.some(by)),
            { name: 'page-icons', test: (id: string) => id.startsWith(`${icons}/`), priority: 0 },
            together('menus', 0, (by) => menus.some(by)),
            together('sections', 0, (by) => by(sections)),
            together('chat', 0, (by) => by(chat)),
            together('conversation', 0, (by) => by(conversation)),
          ],
        },
      },
    },
  },
});
