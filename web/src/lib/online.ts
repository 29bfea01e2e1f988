import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Maximum time to wait for a response, in milliseconds. */
const answerMs = 5_000;

/** Returns whether the server responds with a page. A device may be on a network without internet access. */
export const isReached = async (): Promise<boolean> =>
  navigator.onLine &&
  fetch(window.location.href, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(answerMs),
  }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Returns false while the device is offline. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
