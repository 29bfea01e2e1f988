/*
 * Messages by postMessage between the app in a frame and its host's page (wire contract, "Host page messages"). Both sides read
 * messages with these functions, which return null for anything else. This file imports nothing because the SDK of host pages and
 * the app's first load include it.
 */

/**
 * Version of the messages. New fields and new messages don't change it, because readers ignore unknown ones. A higher version
 * means that a message has a new meaning; an older SDK then stays silent instead of guessing.
 */
export const hostMessagesVersion = 1;

/** The page on which the sign-in window ends and passes a code to the frame that opened it. */
export const signedInPath = '/embed/signed-in';

/** The school as returned by `GET /mobile_ws/v18/school`, for hosts that already have it. */
export interface HostSchool {
  school_code: string;
  name: string;
  top_bar_bg_color: string;
  school_favicon: string | null;
  logo: string | null;
  config: {
    connect: boolean;
    messageStandalone: boolean;
    locale: string;
    layout?: { topBar: boolean; slideOut: 'never' | 'framed' | 'always' };
  };
}

/** A one-time code from `POST /api/v1/embed/code`, or the tokens of a session that the host has. */
export type HostSession = { code: string } | { csrfToken: string; jwt: string };

export type HostTheme = 'light' | 'dark' | 'system';

/** App → host. */
export type AppMessage =
  | { type: 'campus:ready'; version: number }
  | { type: 'webapp_logged_out' }
  | { type: 'angular-route'; url: string }
  /** Height of the page in pixels. 0 if the page scrolls itself and fills the frame. */
  | { type: 'campus:resize'; height: number }
  /** Number of unread chat messages, without muted conversations. 0 after sign-out. */
  | { type: 'campus:unread'; count: number }
  | { type: 'campus:open-chat'; uid: string };

/** Host → app. Answers `campus:ready`, and is sent again for every change. */
export interface HostInit {
  type: 'campus:init';
  version?: number;
  school?: HostSchool;
  session?: HostSession;
  /** True if the host is getting a session. Another `campus:init` brings it or reports that there is none. */
  isSigningIn?: boolean;
  theme?: HostTheme;
  locale?: string;
}
export type HostMessage =
  | HostInit
  | { type: 'campus:navigate'; url: string }
  | { type: 'campus:logout' };

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isText = (value: unknown, max = 2_000): value is string =>
  typeof value === 'string' && value !== '' && value.length <= max;
const isCount = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) < 1e6;
/** True for paths of the app, as in its address bar. */
const isPath = (value: unknown): value is string => isText(value) && /^\/(?![/\\])/.test(value);

export function readAppMessage(data: unknown): AppMessage | null {
  if (!isObject(data)) return null;
  const { type, version, url, height, count, uid } = data;
  switch (type) {
    case 'campus:ready':
      return isCount(version) ? { type, version } : null;
    case 'webapp_logged_out':
      return { type };
    case 'angular-route':
      return isPath(url) ? { type, url } : null;
    case 'campus:resize':
      return isCount(height) ? { type, height } : null;
    case 'campus:unread':
      return isCount(count) ? { type, count } : null;
    case 'campus:open-chat':
      return isText(uid, 40) ? { type, uid } : null;
    default:
      return null;
  }
}

const readSession = (value: unknown): HostSession | undefined => {
  if (!isObject(value)) return undefined;
  const { code, csrfToken, jwt } = value;
  if (isText(code, 200)) return { code };
  return isText(csrfToken, 200) && isText(jwt) ? { csrfToken, jwt } : undefined;
};

const slideOuts = ['never', 'framed', 'always'] as const;

const readLayout = (value: unknown): Pick<HostSchool['config'], 'layout'> => {
  if (!isObject(value)) return {};
  const slideOut = slideOuts.find((one) => one === value['slideOut']);
  return slideOut === undefined || typeof value['topBar'] !== 'boolean'
    ? {}
    : { layout: { topBar: value['topBar'], slideOut } };
};

const readSchool = (value: unknown): HostSchool | undefined => {
  if (!isObject(value) || !isObject(value['config'])) return undefined;
  const { school_code, name, top_bar_bg_color, school_favicon, logo } = value;
  const { connect, messageStandalone, locale, layout } = value['config'];
  const isPicture = (one: unknown): one is string | null => one === null || isPath(one);
  if (
    !isText(school_code, 60) ||
    !isText(name, 300) ||
    !isText(top_bar_bg_color, 6) ||
    !/^[0-9a-f]{6}$/i.test(top_bar_bg_color)
  )
    return undefined;
  if (!isPicture(school_favicon) || !isPicture(logo)) return undefined;
  if (typeof connect !== 'boolean' || typeof messageStandalone !== 'boolean' || !isText(locale, 40))
    return undefined;
  return {
    school_code,
    name,
    top_bar_bg_color,
    school_favicon,
    logo,
    config: { connect, messageStandalone, locale, ...readLayout(layout) },
  };
};

/** Drops invalid parts of `campus:init`, so that a wrong theme doesn't cost the session. */
export function readHostMessage(data: unknown): HostMessage | null {
  if (!isObject(data)) return null;
  const { type, url, theme, locale, version, isSigningIn } = data;
  if (type === 'campus:logout') return { type };
  if (type === 'campus:navigate') return isPath(url) ? { type, url } : null;
  if (type !== 'campus:init') return null;
  const school = readSchool(data['school']);
  const session = readSession(data['session']);
  return {
    type,
    ...(isCount(version) && { version }),
    ...(school && { school }),
    ...(session && { session }),
    ...(isSigningIn === true && { isSigningIn }),
    ...((theme === 'light' || theme === 'dark' || theme === 'system') && { theme }),
    ...(isText(locale, 40) && { locale }),
  };
}
