/** Lets the browser answer and paint before what follows. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Waits until the browser has nothing else to do, at most so many milliseconds; a second where it does not say. */
export const whenIdle = (atMost: number): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window)
      window.requestIdleCallback(() => resolve(), { timeout: atMost });
    else setTimeout(resolve, 1_000);
  });
