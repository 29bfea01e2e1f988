import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Longer than so long nobody waits for an answer, in milliseconds. */
const answerMs = 5_000;

/** Whether the campus answers, with a page: a device may have a network that leads nowhere. */
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

/** False while the device says it has no network. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
