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

/** Why somebody waits: nothing answers, or the campus does and the part does not come. */
export type Wait = 'away' | 'replaced';

let notify: (wait: Wait) => void = () => undefined;
/** Hears of each wait once; the shell, which has the words. Answers how to stop. */
export function subscribeToWaits(listener: (wait: Wait) => void): () => void {
  notify = listener;
  return () => {
    if (notify === listener) notify = () => undefined;
  };
}

/** Tries twice: the first may be a stumble. Rejects with an error that has words (error-text.ts), for what must not be left out. */
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

/** Tries until it loads, when the network returns and after pauses. `listener` is told of each kind of wait once. */
export function retryUntilLoaded<T>(
  load: () => Promise<T>,
  listener: (wait: Wait) => void,
): { loaded: Promise<T>; end: () => void } {
  const { run, end } = createRetry();
  const notified = new Set<Wait>();
  const attempt = async (): Promise<T> => {
    try {
      return await loadWithRetry(load);
    } catch (error) {
      const wait = error instanceof NotLoaded ? 'replaced' : 'away';
      if (!notified.has(wait)) listener(wait);
      notified.add(wait);
      // As for a call that nobody answered: another try may help.
      throw networkError(error);
    }
  };
  return { loaded: run(attempt), end };
}

type Loaded<N extends string, C> = () => Promise<Record<N, C>>;

// Whatever props it has: React’s lazy() asks for this.
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
