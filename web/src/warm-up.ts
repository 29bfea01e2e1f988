import { isEmbedded } from './lib/host-page.ts';
import { whenIdle } from './lib/next-task.ts';
import { conversationPath, paths } from './paths.ts';
import { isSection, loadPage, router } from './routes.tsx';

/*
 * The code of the next click is on the device before it: what opens on every page, and the pages of the first visible links. In chat,
 * where people go on without network, those of all visible links and what they reach for there. Everything else comes when somebody reaches for it (`preload` of
 * lazy-component.ts, `defaultPreload` of the router). On a slow line, where the browser saves data and in a host's page nothing is
 * fetched ahead.
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
  () => import('./features/chat/queue/unsent.tsx'),
  () => loadPage(conversationPath('0')),
  () => import('./features/chat/thread/message-sheet.tsx'),
  () => import('./features/chat/thread/message-questions.tsx'),
  () => import('./features/chat/list/begin-dialog.tsx'),
];

/** At most so long does one wait for the page to be idle, in milliseconds. */
const idleMs = 10_000;

// Only Chromium has it, so the types of the browser do not.
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

/** Places whose pages are fetched ahead, beside chat; the others come when a pointer is over their link or the focus on it. */
const placesMax = 1;

/**
 * Where the first visible links lead, those of the page before those of the bars, each place once; not the page itself, nor sections
 * of Settings and Admin, which are forms and bring libraries.
 */
const visiblePlaces = (): string[] => {
  const links = ['main a[href]', 'a[href]'].flatMap((all) =>
    [...document.querySelectorAll<HTMLAnchorElement>(all)].filter(
      (link) => link.origin === window.location.origin && isVisible(link),
    ),
  );
  return [...new Set(links.map((link) => link.pathname))].filter(
    (place) => !isSection(place) && place !== window.location.pathname,
  );
};

const isInChat = () => window.location.pathname.startsWith(paths.chat);

/** Fetches them one after the other while nothing else is done; answers whether all have come. */
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
  // Looked for once the page has been idle: by then it has its links.
  const places = visiblePlaces().slice(0, isInChat() ? undefined : placesMax);
  const pages = await fetchAll(places.map((place) => () => loadPage(place)));
  const chat = !isInChat() || (await fetchAll(inChat));
  if (!(parts && pages && chat)) window.addEventListener('online', fetchInTurn, { once: true });
}

let underWay = Promise.resolve();

function fetchInTurn(): Promise<void> {
  underWay = underWay.then(fetchNext);
  return underWay;
}

/** Fetches what the next click needs, now and on each page that is gone to; what does not come is tried again with the network. */
export async function warmUp(): Promise<void> {
  if (isEmbedded() || !isFastLine()) return;
  router.subscribe('onRendered', ({ pathChanged }) => {
    if (pathChanged) void fetchInTurn();
  });
  await fetchInTurn();
}
