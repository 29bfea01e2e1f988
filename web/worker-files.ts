import type { Plugin, Rolldown } from 'vite';

/** The files that the service worker stores in advance. */
export interface WorkerFiles {
  /** The script that every page starts with. */
  readonly entry: string;
  readonly files: readonly string[];
}
/** The list in a built web app, which tools/build-worker.ts reads and removes. */
export const workerFilesName = 'worker-files.json';

/** Modules that the app imports on demand, but needs on every page. */
const onEveryPage = [
  'shell/app.tsx',
  'shell/app-shell.tsx',
  'shell/members-only.tsx',
  'shell/main-menu.tsx',
  'shell/person-menu.tsx',
  'shell/start-live.ts',
  'shell/top-bar.tsx',
  'live-subscriptions.ts',
  'routes.tsx',
  'features/notifications/bell-panel.tsx',
  'lib/offline-page.ts',
  'shell/offline-notice.tsx',
] as const;

/** Pages that open offline, also right after a release. */
const pages = [
  'features/calendar/calendar-page.tsx',
  'features/chat/chat-home.tsx',
  'features/chat/chat-page.tsx',
  'features/chat/conversation-page.tsx',
  'features/check-in/ticket-page.tsx',
  'features/clubs/listing/clubs-page.tsx',
  'features/clubs/page/club-page.tsx',
  'features/courses/course-page.tsx',
  'features/courses/courses-page.tsx',
  'features/directory/directory-page.tsx',
  'features/events/listing/events-page.tsx',
  'features/events/page/event-page.tsx',
  'features/home/home-page.tsx',
  'features/notifications/notifications-page.tsx',
  'features/profile/profile-page.tsx',
] as const;

/** Returns the files of modules and of everything that they import statically. */
export function filesOf(
  bundle: Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>,
  modules: readonly string[],
): Set<string> {
  const files = new Set<string>();
  const add = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || files.has(name)) return;
    files.add(name);
    for (const next of chunk.imports) add(next);
  };
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
  for (const id of modules) {
    const found = chunks.find((chunk) => chunk.moduleIds.includes(id));
    if (!found) throw new Error(`No module ${id} in the web app`);
    add(found.fileName);
  }
  return files;
}

/** Lists the files that the service worker stores in advance: those of every page, and the code of the main pages. */
export const workerFiles = (source: string): Plugin => ({
  name: 'worker-files',
  generateBundle(_, bundle) {
    const files = filesOf(
      bundle,
      ['main.tsx', ...onEveryPage, ...pages].map((one) => `${source}/${one}`),
    );
    const entry = Object.values(bundle).find((one) => one.type === 'chunk' && one.isEntry);
    if (!entry) throw new Error('The web app has no entry');
    // All styles are in one file. The font is for the letters of most European languages.
    for (const name of Object.keys(bundle))
      if (/\.css$|-latin-wght-.*\.woff2$/.test(name)) files.add(name);
    const list: WorkerFiles = { entry: entry.fileName, files: [...files].toSorted() };
    this.emitFile({ type: 'asset', fileName: workerFilesName, source: JSON.stringify(list) });
  },
});
