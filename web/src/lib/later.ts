/*
 * What loads on demand, and is no component: `const purifier = later(() => import('dompurify'))`. It is fetched once, and again after
 * a failure. Components: later-part.ts.
 */
export interface Later<M> {
  load: () => Promise<M>;
  /** Starts loading before somebody needs it. */
  preload: () => void;
}

/** The address that a failed import() names, in Chromium's and Firefox's words. */
const addressIn = (error: unknown): string | undefined =>
  error instanceof TypeError
    ? /dynamically imported module: (https?:\S+)/i.exec(error.message)?.[1]
    : undefined;

/**
 * Imports, and after a second failure at the same address once more under another: browsers from before 2026 remember that an address
 * failed and do not fetch it again until the page is reloaded (whatwg/html#10327).
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

/** Wraps an import. `importFrom` imports a module by its address. */
export function later<M>(
  fetch: () => Promise<M>,
  importFrom: (address: string) => Promise<M> = (address) =>
    import(/* @vite-ignore */ address) as Promise<M>,
): Later<M> {
  let coming: Promise<M> | undefined;
  const attempt = retrying(fetch, importFrom);
  const load = (): Promise<M> =>
    (coming ??= attempt().catch((error: unknown) => {
      coming = undefined;
      throw error;
    }));
  // Without network it fails, and older browsers remember that.
  return { load, preload: () => void (navigator.onLine && load().catch(() => undefined)) };
}

/** Something did not load although the campus answers: most likely a release has replaced its files. */
export class NotLoaded extends Error {}
