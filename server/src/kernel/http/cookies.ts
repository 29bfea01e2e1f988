import type { FastifyReply, FastifyRequest } from 'fastify';

const sessionName = 'cg_session';
/** Cookie that scripts of our own origin read back into the X-XSRF-TOKEN header. */
const xsrfName = 'XSRF-TOKEN';

/** Days a session lives without being used. */
export const sessionDays = 30;

/** Over https the `__Host-` prefix ties the cookie to this very host. */
const sessionCookie = (request: FastifyRequest): string =>
  request.protocol === 'https' ? `__Host-${sessionName}` : sessionName;

/** The session token the browser sent, if any. */
export const readSessionCookie = (request: FastifyRequest): string | undefined =>
  request.cookies[sessionCookie(request)];

/** The anti-forgery cookie the browser sent, if any. */
export const readXsrfCookie = (request: FastifyRequest): string | undefined =>
  request.cookies[xsrfName];

const browserName = 'cg_browser';
const browserCookie = (request: FastifyRequest): string =>
  request.protocol === 'https' ? `__Host-${browserName}` : browserName;

/** What a browser that has signed somebody in before is known by. It opens nothing. */
export const readKnownBrowser = (request: FastifyRequest): string | undefined =>
  request.cookies[browserCookie(request)];

/** Gives a browser what it is known by, for so many days; signing out leaves it. */
export const setKnownBrowser = (
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
  days: number,
): void => {
  const secure = request.protocol === 'https';
  void reply.setCookie(browserCookie(request), text, {
    path: '/',
    httpOnly: true,
    secure,
    sameSite: 'lax',
    maxAge: days * 86_400,
  });
};

/**
 * How a browser comes back from another site: by a link (`return`), by a form that site sends (`post`), or by such a form inside a
 * frame of that site (`frame`).
 */
export type SsoState = 'return' | 'post' | 'frame';
const ssoStateNames = { return: 'cg_sso', post: 'cg_sso_post', frame: 'cg_lti' } as const;
/** Seconds until it is forgotten; in a frame an account may have to be connected meanwhile. */
const ssoStateSeconds = { return: 600, post: 600, frame: 4_200 } as const;
const ssoStateCookie = (request: FastifyRequest, state: SsoState): string =>
  request.protocol === 'https' ? `__Host-${ssoStateNames[state]}` : ssoStateNames[state];

/** What the browser was given before it left for another site, if it is the same browser and came back in time. */
export const readSsoState = (request: FastifyRequest, state: SsoState): string | undefined =>
  request.cookies[ssoStateCookie(request, state)];

/**
 * Marks a browser that leaves for another site. Lax cookies do not come along with another site's form, so that one is
 * SameSite=None; it must then be Secure, so over plain http it is Lax and works between ports of one machine only.
 */
export const setSsoState = (
  request: FastifyRequest,
  reply: FastifyReply,
  state: SsoState,
  token: string,
): void => {
  const secure = request.protocol === 'https';
  const sameSite = state === 'post' && secure ? 'none' : 'lax';
  void reply.setCookie(ssoStateCookie(request, state), token, {
    path: '/',
    ...(state === 'frame' ? shapeOf(request, true) : { secure, sameSite }),
    httpOnly: true,
    maxAge: ssoStateSeconds[state],
  });
};

/**
 * Inside a frame cookies are partitioned (https://developer.mozilla.org/docs/Web/Privacy/Guides/Privacy_sandbox/Partitioned_cookies),
 * as browsers without third-party cookies want it. Those must be Secure, which browsers also take from one's own machine without https.
 */
const shapeOf = (request: FastifyRequest, inFrame: boolean) => {
  const isHttps = request.protocol === 'https';
  const framed = inFrame && (isHttps || /(^|\.)localhost$/.test(request.hostname));
  const secure = isHttps || framed;
  return {
    path: '/',
    secure,
    sameSite: framed ? 'none' : 'lax',
    partitioned: framed,
    maxAge: sessionDays * 86_400,
  } as const;
};

/** Browsers accept `__Host-` cookies for all paths only, so a cookie for one path has the weaker prefix. */
const callCookie = (request: FastifyRequest, name: string): string =>
  request.protocol === 'https' ? `__Secure-${name}` : name;

/** A cookie that browsers send only with calls under one path. */
export interface CallCookie {
  readonly name: string;
  readonly path: string;
}

export const readCallCookie = (request: FastifyRequest, { name }: CallCookie): string | undefined =>
  request.cookies[callCookie(request, name)];

/** Sets a cookie that scripts and other sites can't use, for the given number of seconds. Null removes it. */
export const setCallCookie = (
  request: FastifyRequest,
  reply: FastifyReply,
  { name, path }: CallCookie,
  set: { readonly text: string; readonly seconds: number } | null,
): void => {
  const shape = {
    path,
    httpOnly: true,
    secure: request.protocol === 'https',
    sameSite: 'strict',
  } as const;
  if (set === null) void reply.clearCookie(callCookie(request, name), shape);
  else void reply.setCookie(callCookie(request, name), set.text, { ...shape, maxAge: set.seconds });
};

/** Sets both cookies, at sign-in and each time the session's life is prolonged. */
export const setSessionCookies = (
  request: FastifyRequest,
  reply: FastifyReply,
  cookies: { token: string; xsrf: string; inFrame: boolean },
): void => {
  const shape = shapeOf(request, cookies.inFrame);
  void reply.setCookie(sessionCookie(request), cookies.token, { ...shape, httpOnly: true });
  void reply.setCookie(xsrfName, cookies.xsrf, shape);
};

/** Sets the anti-forgery cookie again when a living session has lost it. */
export const setXsrfCookie = (
  request: FastifyRequest,
  reply: FastifyReply,
  xsrf: string,
  inFrame: boolean,
): void => {
  void reply.setCookie(xsrfName, xsrf, shapeOf(request, inFrame));
};

/** Forgets both cookies. In the shape they were set in: a frame's browser does not take another one. */
export const clearSessionCookies = (
  request: FastifyRequest,
  reply: FastifyReply,
  inFrame: boolean,
): void => {
  const { maxAge: _, ...shape } = shapeOf(request, inFrame);
  void reply.clearCookie(sessionCookie(request), { ...shape, httpOnly: true });
  void reply.clearCookie(xsrfName, shape);
};
