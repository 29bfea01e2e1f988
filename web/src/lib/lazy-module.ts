/*
 * Loads code on demand, except components: `const purifier = lazyModule(() => import('dompurify'))`. Loads it once and retries after a
 * failure. Components use lazy-component.ts.
 */
export interface LazyModule<M> {
  load: () => Promise<M>;
  /** Starts loading before it is needed. */
  preload: () => void;
}

/** Returns the URL in the error of a failed import() in Chromium and Firefox. */
const addressIn = (error: unknown): string | undefined =>
  error instanceof TypeError
    ? /dynamically imported module: (https?:\S+)/i.exec(error.message)?.[1]
    : undefined;

/**
 * Retries a failed import. After a second failure at the same URL, tries another URL once, because browsers from before 2026
 * cache the failure until the page is reloaded (whatwg/html#10327).
 */
const retrying = <M>(
  fetch: () => Promise<M>,
  importFrom: (address: string) => Promise<M>,
): (() => Promise<M>) => {
  let failed: string | undefined;
  let retries = 0;
  return async () => {
    try {
      return await fetch();
    } catch (error) {
      const address = addressIn(error);
      const isAgain = address !== undefined && address === failed;
      failed = address;
      if (!isAgain) throw error;
      retries += 1;
      return importFrom(`${address}?retry=${retries}`).catch(() => {
        throw error;
      });
    }
  };
};

/** Wraps an import. `importFrom` imports a module by URL. */
export function lazyModule<M>(
  fetch: () => Promise<M>,
  importFrom: (address: string) => Promise<M> = (address) =>
    import(/* @vite-ignore */ address) as Promise<M>,
): LazyModule<M> {
  let coming: Promise<M> | undefined;
  const attempt = retrying(fetch, importFrom);
  const load = (): Promise<M> =>
    (coming ??= attempt().catch((error: unknown) => {
      coming = undefined;
      throw error;
    }));
  // Don't preload offline: older browsers cache the failure.
  return { load, preload: () => void (navigator.onLine && load().catch(() => undefined)) };
}

/** A file failed to load although the server responds, probably because a release has replaced it. */
export class NotLoaded extends Error {}
