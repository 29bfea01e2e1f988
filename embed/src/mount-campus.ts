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
  /** The site's URL: `https://demo.campus.example`. By default, the origin of this script. */
  school?: string;
  /** The first path to show. `/embed/profile` is the signed-in user's profile. */
  route?: string;
  /**
   * The user's session: a one-time code that your server requested, or the tokens of a session it created. A function is
   * called each time the frame loads, so that a reload gets a fresh session; a value is used once.
   */
  session?: HostSession | (() => Awaitable<HostSession | null | undefined>);
  /** The reply of `GET /mobile_ws/v18/school`, if you have it. It saves the frame a call. */
  schoolData?: HostSchool;
  theme?: HostTheme;
  /** BCP 47, such as `de`. */
  locale?: string;
  /** The frame's name for screen readers. */
  title?: string;
  /** Called when the frame has loaded and replied. */
  onReady?: () => void;
  /** Called for each page, after redirects. */
  onRoute?: (url: string) => void;
  /** Called when no user is signed in. The frame offers to sign in, or you can pass a session with `update`. */
  onLoggedOut?: () => void;
  onResize?: (height: number) => void;
  /** Called with the number of unread messages, once it is known and after each change. 0 if no user is signed in. */
  onUnread?: (count: number) => void;
  /** Called when the user clicks Message: open your chat with the person of this uid. */
  onOpenChat?: (uid: string) => void;
}

export interface Campus {
  readonly frame: HTMLIFrameElement;
  /** Shows another path. */
  navigate(url: string): void;
  /** Changes the session, theme or locale. */
  update(change: Pick<CampusOptions, 'session' | 'theme' | 'locale'>): void;
  /** Signs the user out. */
  logout(): void;
  /** Removes the frame and its listeners. */
  dispose(): void;
}

/** Returns the origin of the `<script>` tag. Modules have none, and need `school`. */
const ownOrigin = ((): string | null => {
  const script = typeof document === 'undefined' ? null : document.currentScript;
  return script !== null && 'src' in script && script.src !== ''
    ? new URL(script.src).origin
    : null;
})();

/** Returns the frame's path before a reload or back navigation of this page; otherwise the frame starts at its first path. */
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
    // If storage is unavailable, a reload starts at the first path.
  }
};

/** Height of the frame in an element without one, until its page reports its height. Pages that scroll keep it. */
const shortest = '480px';
/** If the element has a minimum height, the frame fills it. */
const roomOf = (element: Element): string =>
  parseFloat(getComputedStyle(element).minHeight) > 0 ? 'inherit' : '';
/** Maximum time the frame stays hidden while it determines the user, in milliseconds. */
const loadTimeoutMs = 3_000;

/**
 * Embeds the site in an element of your page. The frame is as high as its page; for pages that scroll, your CSS sets the
 * height.
 */
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
  // A button copies pictures, and people can use passkeys. The frame has no other device permissions.
  frame.allow = 'clipboard-write; publickey-credentials-get; publickey-credentials-create';
  frame.style.cssText = `display:block;width:100%;height:100%;min-height:${roomOf(element) || shortest};border:0;opacity:0`;
  const reveal = () => (frame.style.opacity = '');
  const timer = setTimeout(reveal, loadTimeoutMs);

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
      // Your server may need time. The frame waits, and doesn't offer to sign in before.
      if (typeof asked === 'function')
        post({ type: 'campus:init', version: hostMessagesVersion, ...parts, isSigningIn: true });
      // A code works once, so don't send it again.
      if (typeof asked !== 'function') session = undefined;
      try {
        handed = typeof asked === 'function' ? await asked() : asked;
      } catch {
        // Without a session, the frame offers to sign in.
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
