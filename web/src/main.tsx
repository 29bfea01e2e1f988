import './styles/app.css';
import { nextTask, whenIdle } from './lib/next-task.ts';
import { authStatus, session } from './lib/session-store.ts';
import { loadPage, router } from './routes.tsx';

// What the address shows is on its way before anything else runs.
void loadPage(window.location.href);

/** A task each: run in one go they would hold a slow phone for long. */
async function start(): Promise<void> {
  await nextTask();
  await import('react-dom/client');
  await nextTask();
  const { drawApp } = await import('./shell/app.tsx');
  await nextTask();
  await drawApp();
}
// Not awaited here: with an await at the top level of any module, Rolldown leaves out merging small chunks.
void start();

/** Loads what hears the realtime hub once somebody is signed in and the page is at rest. */
function startLiveWhenSignedIn(): void {
  // Without it nothing arrives until the next page load.
  const start = async (): Promise<void> => {
    const { untilLoaded } = await import('./lib/later-part.ts');
    const { startLive } = await untilLoaded(
      () => import('./live-subscriptions.ts'),
      () => undefined,
    ).loaded;
    await startLive();
  };
  const tryOnce = () => {
    if (session.get().status !== authStatus.LOGGED_IN) return;
    stop();
    void whenIdle(3_000).then(start);
  };
  const stop = session.subscribe(tryOnce);
  tryOnce();
}

// A frame that shows one profile, a ticket and the scanner need no socket, until something else is shown.
const isAlone = () => /^\/(?:embed|tickets|check-in)\//.test(window.location.pathname);
if (isAlone()) {
  const stop = router.subscribe('onResolved', () => {
    if (isAlone()) return;
    stop();
    startLiveWhenSignedIn();
  });
} else startLiveWhenSignedIn();
