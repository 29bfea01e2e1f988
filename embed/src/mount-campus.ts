import {
  hostMessagesVersion,
  readAppMessage,
  type HostInit,
  type HostMessage,
  type HostSchool,
  type HostSession,
  type HostTheme,
} from '#contract/embedding/host-messages.ts';

type Awaitable<T> = T | Promise<T>;

export interface CampusOptions {
  /** Where the campus answers: `https://demo.campus.example`. Left out: where this script came from. */
  school?: string;
  /** Path to show first; `/embed/profile` is the profile of whoever is signed in. */
  route?: string;
  /**
   * Who is signed in: a one-time code that your server asked for, or the tokens of a session it holds. A function is asked
   * each time the frame loads, so that a reload finds a fresh one; a value is handed over once.
   */
  session?: HostSession | (() => Awaitable<HostSession | null | undefined>);
  /** The answer of `GET /mobile_ws/v18/school`, if you hold it; saves the frame the call. */
  schoolData?: HostSchool;
  theme?: HostTheme;
  /** BCP 47, such as `de`. */
  locale?: string;
  /** The frame's name for screen readers. */
  title?: string;
  /** The frame is there and understood. */
  onReady?: () => void;
  /** Every page that is shown, after redirects. */
  onRoute?: (url: string) => void;
  /** Nobody is signed in: the frame offers it; you may hand over a session with `update`. */
  onLoggedOut?: () => void;
  onResize?: (height: number) => void;
  /** How many messages are unread: once that is known, and with every change. Nobody signed in: 0. */
  onUnread?: (count: number) => void;
  /** Somebody pressed Message: open your chat with the person of this uid. */
  onOpenChat?: (uid: string) => void;
}

export interface Campus {
  readonly frame: HTMLIFrameElement;
  /** Shows another path. */
  navigate(url: string): void;
  /** Hands over another session, theme or locale. */
  update(change: Pick<CampusOptions, 'session' | 'theme' | 'locale'>): void;
  /** Signs the person out of the campus. */
  logout(): void;
  /** Takes the frame away, and hears nothing any more. */
  dispose(): void;
}

/** Where the script of a `<script>` tag came from. A module has none and names its school. */
const ownOrigin = ((): string | null => {
  const script = typeof document === 'undefined' ? null : document.currentScript;
  return script !== null && 'src' in script && script.src !== ''
    ? new URL(script.src).origin
    : null;
})();

/** The path somebody was at when this very page was reloaded or come back to; otherwise the page begins anew. */
const pathBefore = (key: string): string | null => {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'reload' && navigation?.type !== 'back_forward') return null;
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
};

const keepPath = (key: string, path: string): void => {
  try {
    sessionStorage.setItem(key, path);
  } catch {
    // A reload begins at the first path.
  }
};

/** Height of the frame in an element that has none, until its page has said how high it is, and where that scrolls by itself. */
const shortest = '480px';
/** The room that the element keeps, if it does: the frame fills it. */
const roomOf = (element: Element): string =>
  parseFloat(getComputedStyle(element).minHeight) > 0 ? 'inherit' : '';
/** Longest time the frame stays unseen while it finds out who is here, in milliseconds. */
const unseenMs = 3_000;

/** Puts a campus into an element of your page. The frame is as high as its page; one that scrolls is as high as your CSS says. */
export function mountCampus(element: Element, options: CampusOptions): Campus {
  const given = options.school ?? ownOrigin;
  if (given === null)
    throw new TypeError('mountCampus: name the school, such as https://demo.campus.example');
  const { origin } = new URL(given, location.href);
  const route = options.route ?? '/embed/profile';
  const key = `campus ${origin} ${route}`;
  const first = new URL(pathBefore(key) ?? route, origin);
  if (first.origin !== origin)
    throw new TypeError('mountCampus: the route is a path of the campus, such as /embed/profile');

  let { session, theme, locale } = options;
  const { schoolData } = options;
  let isReady = false;

  const frame = document.createElement('iframe');
  frame.title = options.title ?? 'Campus';
  // Pictures are copied with a button; nothing else of the person's devices is the frame's.
  frame.allow = 'clipboard-write';
  frame.style.cssText = `display:block;width:100%;height:100%;min-height:${roomOf(element) || shortest};border:0;opacity:0`;
  const reveal = () => (frame.style.opacity = '');
  const timer = setTimeout(reveal, unseenMs);

  const post = (message: HostMessage) => {
    if (isReady) frame.contentWindow?.postMessage(message, origin);
  };
  const init = async (
    parts: Omit<HostInit, 'type' | 'session'>,
    withSession: boolean,
  ): Promise<void> => {
    let handed: HostSession | null | undefined;
    if (withSession) {
      const asked = session;
      // Your server may take its time: the frame waits, and does not offer to sign in meanwhile.
      if (typeof asked === 'function')
        post({ type: 'campus:init', version: hostMessagesVersion, ...parts, isSigningIn: true });
      // A code works once: what was handed over is not handed over again.
      if (typeof asked !== 'function') session = undefined;
      try {
        handed = typeof asked === 'function' ? await asked() : asked;
      } catch {
        // Without a session the frame offers to sign in.
      }
    }
    post({
      type: 'campus:init',
      version: hostMessagesVersion,
      ...parts,
      ...(handed && { session: handed }),
    });
  };
  const wishes = () => ({ ...(theme && { theme }), ...(locale && { locale }) });

  const listen = ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || from !== origin) return;
    const message = readAppMessage(data);
    if (message === null) return;
    switch (message.type) {
      case 'campus:ready':
        if (message.version > hostMessagesVersion) return;
        isReady = true;
        void init({ ...(schoolData && { school: schoolData }), ...wishes() }, true);
        return options.onReady?.();
      case 'angular-route':
        reveal();
        keepPath(key, message.url);
        return options.onRoute?.(message.url);
      case 'webapp_logged_out':
        reveal();
        return options.onLoggedOut?.();
      case 'campus:resize':
        frame.style.height = message.height > 0 ? `${message.height}px` : '100%';
        frame.style.minHeight = roomOf(element) || (message.height > 0 ? '' : shortest);
        return options.onResize?.(message.height);
      case 'campus:unread':
        return options.onUnread?.(message.count);
      case 'campus:open-chat':
        return options.onOpenChat?.(message.uid);
    }
  };
  addEventListener('message', listen);
  frame.src = first.href;
  element.append(frame);

  return {
    frame,
    navigate: (url) => post({ type: 'campus:navigate', url }),
    update(change) {
      if (change.session !== undefined) session = change.session;
      theme = change.theme ?? theme;
      locale = change.locale ?? locale;
      if (isReady) void init(wishes(), change.session !== undefined);
    },
    logout: () => post({ type: 'campus:logout' }),
    dispose() {
      clearTimeout(timer);
      removeEventListener('message', listen);
      frame.remove();
    },
  };
}
