import { retryUntilLoaded } from '../lib/lazy-component.ts';
import { whenIdle } from '../lib/next-task.ts';
import { authStatus, session } from '../lib/session-store.ts';
import { router } from '../routes.tsx';

/** Loads what hears the realtime hub once somebody is signed in and the page is at rest. */
function startLiveWhenSignedIn(): void {
  // Without it nothing arrives until the next page load.
  const start = async (): Promise<void> => {
    const { startLive } = await retryUntilLoaded(
      () => import('../live-subscriptions.ts'),
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

/** Hears the realtime hub on every page that shows what may change. */
export function startLiveWhenNeeded(): void {
  if (!isAlone()) return startLiveWhenSignedIn();
  const stop = router.subscribe('onResolved', () => {
    if (isAlone()) return;
    stop();
    startLiveWhenSignedIn();
  });
}
