import { retryUntilLoaded } from '../lib/lazy-component.ts';
import { whenIdle } from '../lib/next-task.ts';
import { authStatus, session } from '../lib/session-store.ts';
import { router } from '../routes.tsx';

/** Loads the realtime code once a user is signed in and the page is idle. */
function startLiveWhenSignedIn(): void {
  // Without it, there are no live updates until the next page load.
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

// A frame with a profile, a ticket and the scanner need no socket until another page opens.
const isAlone = () => /^\/(?:embed|tickets|check-in)\//.test(window.location.pathname);

/** Starts live updates on every page whose content may change. */
export function startLiveWhenNeeded(): void {
  if (!isAlone()) return startLiveWhenSignedIn();
  const stop = router.subscribe('onResolved', () => {
    if (isAlone()) return;
    stop();
    startLiveWhenSignedIn();
  });
}
