/** Lets the browser respond and paint first. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Waits until the browser is idle, up to this many milliseconds, or a second if the browser doesn't report it. */
export const whenIdle = (atMost: number): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window)
      window.requestIdleCallback(() => resolve(), { timeout: atMost });
    else setTimeout(resolve, 1_000);
  });
