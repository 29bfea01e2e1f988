import './styles/app.css';
import { nextTask } from './lib/next-task.ts';
import { authStatus, session } from './lib/session-store.ts';
import { router } from './routes.tsx';

// What the address shows is on its way before anything else runs.
router.preload(window.location.href);

// A task each: run in one go they would hold a slow phone for long.
await nextTask();
await import('react-dom/client');
await nextTask();
const { drawApp } = await import('./shell/app.tsx');
await nextTask();
await drawApp();

/** Loads what hears the realtime hub once somebody is signed in and the page is at rest. */
function hearWhenSignedIn(): void {
  const hear = () => void import('./hear-live.ts').then(({ hearLive }) => hearLive());
  const tryOnce = () => {
    if (session.get().status !== authStatus.LOGGED_IN) return;
    stop();
    if ('requestIdleCallback' in window) window.requestIdleCallback(hear, { timeout: 3_000 });
    else setTimeout(hear, 1_000);
  };
  const stop = session.subscribe(tryOnce);
  tryOnce();
}

// A frame that shows one profile needs no socket, until it shows something else.
const isAlone = () => window.location.pathname.startsWith('/embed/');
if (isAlone()) {
  const stop = router.onBefore(() =>
    setTimeout(() => {
      if (isAlone()) return;
      stop();
      hearWhenSignedIn();
    }),
  );
} else hearWhenSignedIn();
