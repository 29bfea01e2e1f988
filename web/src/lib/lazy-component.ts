import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { networkError } from './call-error.ts';
import { lazyModule, NotLoaded } from './lazy-module.ts';
import { isReached } from './online.ts';
import { pausesMs, createRetry } from './retry.ts';

/*
 * Loads components when they first render: `const Palette = lazyComponent(() => import('./palette.tsx'), 'Palette')`. Use
 * `Palette.preload` as soon as someone is likely to need it. A component that fails to load renders nothing until a retry
 * succeeds; React itself would cache the rejection and unmount the page. lazy-module.ts retries the import, and if that fails too, the
 * person is offered a reload.
 */

/** The reason why a component isn't loading: the server can't be reached, or it responds but the file is missing. */
export type LoadProblem = 'away' | 'replaced';

let notify: (wait: LoadProblem) => void = () => undefined;
/** Subscribes to each wait once. The shell does this, because it has the texts. Returns a function that unsubscribes. */
export function subscribeToWaits(listener: (wait: LoadProblem) => void): () => void {
  notify = listener;
  return () => {
    if (notify === listener) notify = () => undefined;
  };
}

/**
 * Tries twice, because the first failure may be temporary. Rejects with an error that has a text (error-text.ts). For code
 * that the caller can't do without.
 */
export async function loadWithRetry<M>(load: () => Promise<M>): Promise<M> {
  try {
    return await load();
  } catch (error) {
    if (!navigator.onLine) throw networkError(error);
    await new Promise((resolve) => setTimeout(resolve, pausesMs[0]));
  }
  try {
    return await load();
  } catch (error) {
    throw (await isReached())
      ? new NotLoaded('It did not load', { cause: error })
      : networkError(error);
  }
}

/** Retries until it loads, when the connection returns and after delays. `listener` is called once per type of wait. */
export function retryUntilLoaded<T>(
  load: () => Promise<T>,
  listener: (wait: LoadProblem) => void,
): { loaded: Promise<T>; end: () => void } {
  const { run, end } = createRetry();
  const notified = new Set<LoadProblem>();
  const attempt = async (): Promise<T> => {
    try {
      return await loadWithRetry(load);
    } catch (error) {
      const wait = error instanceof NotLoaded ? 'replaced' : 'away';
      if (!notified.has(wait)) listener(wait);
      notified.add(wait);
      // Like a call without a response: a retry may help.
      throw networkError(error);
    }
  };
  return { loaded: run(attempt), end };
}

type Loaded<N extends string, C> = () => Promise<Record<N, C>>;

// Accepts any props, because React’s lazy() requires it.
export function lazyComponent<N extends string, C extends ComponentType<any>>(
  load: Loaded<N, C>,
  name: N,
) {
  const part = lazyModule(load);
  const drawn: LazyExoticComponent<C> = lazy(async () => ({
    default: (await retryUntilLoaded(part.load, (wait) => notify(wait)).loaded)[name],
  }));
  return Object.assign(drawn, { preload: part.preload });
}
