/*
 * What loads on demand, and no component: `const purifier = later(() => import('dompurify'))`. It is fetched once; what did not come
 * is fetched anew the next time. Components: later-part.ts.
 */
export interface Later<M> {
  load: () => Promise<M>;
  /** It is on its way before somebody needs it. */
  preload: () => void;
}

export function later<M>(fetch: () => Promise<M>): Later<M> {
  let coming: Promise<M> | undefined;
  const load = (): Promise<M> =>
    (coming ??= fetch().catch((error: unknown) => {
      coming = undefined;
      throw error;
    }));
  // Without network it does not come, and some browsers never ask again for what failed.
  return { load, preload: () => void (navigator.onLine && load().catch(() => undefined)) };
}

/** Something did not load although the campus answers: most likely a release has replaced its files. */
export class NotLoaded extends Error {}
