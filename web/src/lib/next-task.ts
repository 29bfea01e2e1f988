/** Lets the browser answer and paint before what follows. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
