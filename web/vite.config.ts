import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { Rolldown } from 'vite';
import { resolve } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { compiledMessages } from './compile-messages.ts';
import { emojiData } from './emoji-data.ts';
import { workerFiles } from './worker-files.ts';

const root = import.meta.dirname;
const source = `${root}/src`;

/** Adds preload links for the steps that main.tsx imports to the page, so that all load at once. */
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
/**
 * Returns the icon files. The module that they are imported from contains all icons. A renamed icon refers to another file
 * and isn't found.
 */
const iconsIn = (code: string): string[] =>
  [...code.matchAll(/import \{([^}]*)\} from ["']lucide-react["']/g)]
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(' ')[0] ?? ''))
    .map((name) => name.replace(/(?<=.)(?=[A-Z]|(?<!\d)\d)/g, '-').toLowerCase())
    .map((name) => resolve(icons, `${name}.mjs`));

const reached = new Map<string, Set<string>>();
/** Returns what one of our modules imports statically: other modules and icons. */
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

/** Returns a chunk with the `wanted` modules, by what needs them, except those in groups of higher priority. */
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
const invitations = 'features/home/club-invitations-card.tsx';
const directory = 'features/directory/directory-page.tsx';
const profile = 'features/profile/profile-view.tsx';
const login = 'features/sign-in/login-page.tsx';
const live = 'live-subscriptions.ts';
const sections = 'shell/sections.ts';
/** Shown above every page of signed-in users. */
const banners = 'features/announcements/announcement-banners.tsx';
/** Opens on every page. */
const menus = [
  'shell/person-menu.tsx',
  'shell/main-menu.tsx',
  'features/notifications/bell-panel.tsx',
];
/** Small components, each smaller than the overhead of a request: for forms, and for pages with a list. */
const controls = [
  'ui/failure.tsx',
  'ui/field.tsx',
  'ui/progress-bar.tsx',
  'ui/segmented.tsx',
  'ui/select.tsx',
  'ui/switch.tsx',
  'ui/text-field.tsx',
];
/** Smaller than the overhead of a request, and on most pages. */
const smallParts = [
  'kit/when-settled.tsx',
  'shell/back-link.tsx',
  'shell/side-column.tsx',
  'features/clubs/listing/club-list.data.ts',
  'features/onboarding/first-run.data.ts',
  'features/people/suggestion-reason.ts',
  'features/people/suggestions.data.ts',
  'features/surveys/surveys.data.ts',
];
const lists = ['ui/tabs.tsx', 'kit/row-list.tsx'];
/** The code to render texts in the feed and chat. */
const formatted = [
  'features/formatted-text/formatted-text.tsx',
  'features/formatted-text/link-preview-card.tsx',
];
const feed = ['features/posts/feed/feed.tsx', 'features/posts/composer/composer.tsx'];
const chat = 'features/chat/chat-page.tsx';
const conversation = 'features/chat/conversation-page.tsx';

/**
 * Code that dialogs and popovers share with calendars, number fields and sorted lists. The bundler would make each a separate
 * file, mostly smaller than the overhead of a request.
 */
const sharedAria =
  /\/node_modules\/react-(?:aria|aria-components|stately)\/.*\/(?:Heading|Text|VisuallyHidden|isScrollable|getScrollParent|ariaHideOutside|utils\/number)\.mjs$/;

/** Everything that an idle page has loaded, for itself and for the next click. */
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
  invitations,
];

export default defineConfig({
  root,
  base: '/',
  // Replaced by one nonce per response (server/src/kernel/http/page-policy.ts).
  html: { cspNonce: 'NONCE-OF-THE-ANSWER' },
  // React itself contains what this package provides for older versions.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  plugins: [
    compiledMessages(),
    emojiData(),
    react(),
    tailwind(),
    preloadSteps(),
    workerFiles(source),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // A strict content policy forbids data: URLs for scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Chunks that the page itself preloads are already there for every import. Sections of Admin don't preload theirs: their lists
      // would be a tenth of the script with which every page starts, for pages that few people open.
      resolveDependencies: (file, files) =>
        file.includes('-section-')
          ? []
          : files.filter((one) => !/\/(?:react|tanstack|start|app|rolldown-runtime)-/.test(one)),
    },
    target: 'es2023',
    rolldownOptions: {
      // Inlines the text of a call (contract/src/*/calls.ts) where it is used, so that pages need no file of calls.
      optimization: { inlineConst: { mode: 'all', pass: 1 } },
      output: {
        // The start of every page contains the names of most chunks, and hashes don't compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          // Few files, because each request waits for its turn. A group includes what its modules import.
          groups: [
            // Libraries change only with an upgrade, so browsers keep them in their cache across our releases.
            {
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler)\//,
              priority: 8,
            },
            {
              name: 'tanstack',
              // Not every page has an infinite list, several parallel queries, or unsaved changes.
              test: /node_modules\/@tanstack\/(?!.*\/(?:useInfiniteQuery|infiniteQuery\w+|useQueries|queriesObserver|useBlocker)\.)/,
              priority: 7,
            },
            // It runs first and loads the page of the URL (main.tsx).
            together('start', 6, (by) => by('routes.tsx')),
            // Icons that both the sign-in page and menus show. As a separate file, both would request it.
            together(
              'app',
              5,
              (by, isIcon) =>
                app.some(by) || (isIcon && (controls.some(by) || (by(login) && menus.some(by)))),
            ),
            // A profile inside a host page has no bars, so its code shared with other pages is a separate chunk.
            together('person', 3, (by) => by(profile) && [shell, home, directory].some(by)),
            together(
              'shell',
              2,
              (by, isIcon) =>
                by(shell) ||
                by(banners) ||
                by('shell/heading-focus.ts') ||
                by('ui/card.tsx') ||
                smallParts.some(by) ||
                (by(home) && (by(directory) || isIcon)),
            ),
            together('controls', 2, (by) => controls.some(by)),
            // The feed belongs to the home page. Clubs use it too, and load as much of it, plus the composer.
            together('posts', 1, (by) => feed.some(by)),
            together('coming', 1, (by) => by(coming)),
            together('people', 1, (by) => by(directory)),
            together('profile', 1, (by) => by(profile)),
            together('live', 1, (by) => by(live)),
            // Chat and the feed show files, but the feed must not load all of chat.
            together('files', 1, (by) => by('ui/file-row.tsx')),
            // The same for texts.
            together('formatted', 1, (by) => formatted.some(by)),
            together('lists', 1, (by) => lists.some(by)),
            together('form', 1, (by) => by('kit/form.tsx')),
            { name: 'aria', test: sharedAria, priority: 1 },
            together('sign-in', 1, (by, isIcon) => by(login) && (by(sections) || isIcon)),
            // Icons that no page above includes: those of what opens on every page, and the others.
            together('icons', 1, (by, isIcon) => isIcon && atRest.some(by)),
            // Buttons to join clubs, which pages of clubs show too.
            together('joining', 1, (by) => by(invitations)),
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
