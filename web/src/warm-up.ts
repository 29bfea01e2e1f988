import { isEmbedded } from './lib/host-page.ts';
import { whenIdle } from './lib/next-task.ts';
import { conversationPath, paths } from './paths.ts';
import { isSection, loadPage, router } from './routes.tsx';

/*
 * Preloads the code for the next click: what opens on every page, and the pages of the first visible links. In chat, which
 * people continue to use offline, it preloads the pages of all visible links and what they need. Everything else loads on
 * demand (`preload` of lazy-component.ts, `defaultPreload` of the router). On a slow connection, in data saver mode, and
 * inside a host page, nothing is preloaded.
 */

type Load = () => Promise<unknown>;

const onEveryPage: readonly Load[] = [
  () => import('./shell/heading-focus.ts'),
  () => import('./ui/dialog-surface.tsx'),
  () => import('./ui/popover-surface.tsx'),
  () => import('./shell/person-menu.tsx'),
  () => import('./shell/main-menu.tsx'),
  () => import('./features/notifications/bell-panel.tsx'),
];

const inChat: readonly Load[] = [
  () => import('./ui/menu-surface.tsx'),
  () => import('./shell/menu-drawing.tsx'),
  () => import('./features/palette/palette.tsx'),
  () => import('./features/chat/queue/sign-out.tsx'),
  () => loadPage(conversationPath('0')),
  () => import('./features/chat/thread/message-sheet.tsx'),
  () => import('./features/chat/thread/message-questions.tsx'),
  () => import('./features/chat/list/begin-dialog.tsx'),
];

/** Maximum time to wait for the page to be idle, in milliseconds. */
const idleMs = 10_000;

// Only Chromium supports it, so the browser types don't include it.
interface Line {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}

function isFastLine(): boolean {
  const { saveData = false, effectiveType = '4g' } =
    (navigator as { connection?: Line }).connection ?? {};
  return !saveData && effectiveType === '4g';
}

const isVisible = (link: Element): boolean => {
  const { top, bottom, left, right } = link.getBoundingClientRect();
  return (
    bottom > 0 &&
    right > 0 &&
    top < window.innerHeight &&
    left < window.innerWidth &&
    link.checkVisibility()
  );
};

/** Maximum number of pages to preload outside chat. Others load when the user hovers or focuses their link. */
const placesMax = 1;

/**
 * Returns the targets of the first visible links, those in the page before those in the bars, without duplicates. Leaves out
 * the page itself, and the sections of Settings and Admin, which are forms with large libraries.
 */
const visiblePlaces = (): string[] => {
  // Most people open none of the conversations that the buttons of a list of people lead to.
  const links = ['main a[href]', 'a[href]'].flatMap((all) =>
    [...document.querySelectorAll<HTMLAnchorElement>(`${all}:not([data-connect] *)`)].filter(
      (link) => link.origin === window.location.origin && isVisible(link),
    ),
  );
  return [...new Set(links.map((link) => link.pathname))].filter(
    (place) => !isSection(place) && place !== window.location.pathname,
  );
};

const isInChat = () => window.location.pathname.startsWith(paths.chat);

/** Loads them one by one while the page is idle. Returns whether all succeeded. */
async function fetchAll(loads: readonly Load[]): Promise<boolean> {
  let isWhole = true;
  for (const load of loads) {
    await whenIdle(idleMs);
    if (!navigator.onLine) return false;
    if ((await load().catch(() => false)) === false) isWhole = false;
  }
  return isWhole;
}

async function fetchNext(): Promise<void> {
  const parts = await fetchAll(onEveryPage);
  // Look for links once the page is idle, because then they exist.
  const places = visiblePlaces().slice(0, isInChat() ? undefined : placesMax);
  const pages = await fetchAll(places.map((place) => () => loadPage(place)));
  const chat = !isInChat() || (await fetchAll(inChat));
  if (!(parts && pages && chat))
    window.addEventListener('online', prefetchSequentially, { once: true });
}

let underWay = Promise.resolve();

function prefetchSequentially(): Promise<void> {
  underWay = underWay.then(fetchNext);
  return underWay;
}

/** Preloads what the next click needs, now and on each new page. Failures are retried when the connection returns. */
export async function warmUp(): Promise<void> {
  if (isEmbedded() || !isFastLine()) return;
  router.subscribe('onRendered', ({ pathChanged }) => {
    if (pathChanged) void prefetchSequentially();
  });
  await prefetchSequentially();
}
