import { isEmbedded } from './lib/host-page.ts';
import { whenIdle } from './lib/next-task.ts';
import { conversationPath, paths } from './paths.ts';
import { loadPage } from './routes.tsx';

/*
 * What people reach for is on the device before they lose the network: what opens on most pages, and the places that everybody's menu
 * has. Whoever asks their browser to save data fetches only what they use; a host's page is somebody else's.
 */

const pages: readonly string[] = [
  paths.home,
  paths.directory,
  paths.chat,
  conversationPath('0'),
  paths.connections,
  paths.notifications,
];

const parts: readonly (() => Promise<unknown>)[] = [
  () => import('./shell/heading-focus.ts'),
  () => import('./ui/dialog-surface.tsx'),
  () => import('./ui/popover-surface.tsx'),
  () => import('./ui/menu-surface.tsx'),
  () => import('./shell/person-menu.tsx'),
  () => import('./shell/main-menu.tsx'),
  () => import('./features/palette/palette.tsx'),
  () => import('./features/notifications/bell-panel.tsx'),
  () => import('./features/chat/queue/unsent.tsx'),
  ...pages.map((path) => () => loadPage(path)),
  () => import('./shell/menu-drawing.tsx'),
  () => import('./features/chat/thread/message-sheet.tsx'),
  () => import('./features/chat/thread/message-questions.tsx'),
  () => import('./features/chat/list/begin-dialog.tsx'),
];

/** At most so long does one wait for the page to be idle, in milliseconds. */
const idleMs = 10_000;

// Only Chromium has it, so the types of the browser do not.
const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Fetches them one after the other while nothing else is done; what does not come is tried again when the network returns. */
export async function warmUp(): Promise<void> {
  if (isEmbedded() || savesData()) return;
  let isWhole = true;
  for (const part of parts) {
    await whenIdle(idleMs);
    if (!navigator.onLine) {
      isWhole = false;
      break;
    }
    if ((await part().catch(() => false)) === false) isWhole = false;
  }
  if (!isWhole) window.addEventListener('online', () => void warmUp(), { once: true });
}
