/** A file that a person can choose: a path on this machine. */
export type FilePath = string;

/** A function that runs in the page. It can use only its parameters and what the page has. */
export type PageFunction<Args extends unknown[], Result> = (...args: Args) => Result;

/** An element of a page. */
export interface Handle {
  /** Clicks the center of the element with the pointer. */
  click: () => Promise<void>;
  choose: (file: FilePath) => Promise<void>;
}

/** Keys that journeys press. A text is typed character by character. */
export type Key =
  | 'Enter'
  | 'Escape'
  | 'Tab'
  | 'Space'
  | 'Backspace'
  | 'Delete'
  | 'ArrowUp'
  | 'ArrowDown'
  | 'ArrowLeft'
  | 'ArrowRight';

/** A window of a browser with separate cookies and storage. Each engine implements it. */
export interface Tab {
  open: (url: string) => Promise<void>;
  run: <Args extends unknown[], Result>(
    fn: PageFunction<Args, Result>,
    ...args: Args
  ) => Promise<Awaited<Result>>;
  /** Runs a script that defines globals. */
  inject: (source: string) => Promise<void>;
  /** Runs a function that returns an element. */
  find: <Args extends unknown[]>(
    fn: PageFunction<Args, Element | null>,
    ...args: Args
  ) => Promise<Handle | null>;
  press: (key: Key) => Promise<void>;
  type: (text: string) => Promise<void>;
  selectAll: () => Promise<void>;
  resize: (width: number, height: number) => Promise<void>;
  picture: () => Promise<Uint8Array>;
  close: () => Promise<void>;
}

/** A browser that runs the journeys. */
export interface Engine {
  readonly name: 'firefox' | 'webkit';
  readonly version: string;
  /** The folder for downloads. */
  readonly downloads: string;
  /** Opens a window as another person. `dark`: the system's color scheme. */
  open: (options?: { dark?: boolean }) => Promise<Tab>;
  close: () => Promise<void>;
}

/** Messages of the page's console and errors of its scripts, which the page collects. */
export type WatchedWindow = Window & { commonsErrors?: string[] };

/** Runs in the page, before its scripts if the engine can do that: collects errors. */
export const watchErrors = (): void => {
  const watched = window as WatchedWindow;
  if (watched.commonsErrors !== undefined) return;
  const errors: string[] = (watched.commonsErrors = []);
  for (const level of ['error', 'warn'] as const) {
    const log = console[level].bind(console);
    console[level] = (...parts: unknown[]) => {
      errors.push(`console.${level}: ${parts.map(String).join(' ')}`);
      log(...parts);
    };
  }
  addEventListener('error', ({ message, filename, lineno }) =>
    errors.push(`error: ${message} ${filename}:${lineno}`),
  );
  addEventListener('unhandledrejection', ({ reason }) => errors.push(`rejected: ${reason}`));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    errors.push(`blocked by ${effectiveDirective}: ${blockedURI}`),
  );
};
