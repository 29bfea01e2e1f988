import type { FastifyReply, FastifyRequest } from 'fastify';

const sessionName = 'cg_session';
/** Cookie that scripts of our origin copy into the X-XSRF-TOKEN header. */
const xsrfName = 'XSRF-TOKEN';

/** Days until an unused session expires. */
export const sessionDays = 30;

/** Returns the cookie's name. Over HTTPS, the `__Host-` prefix ties the cookie to this host. */
const sessionCookie = (request: FastifyRequest): string =>
  request.protocol === 'https' ? `__Host-${sessionName}` : sessionName;

/** Returns the session token that the browser sent, if any. */
export const readSessionCookie = (request: FastifyRequest): string | undefined =>
  request.cookies[sessionCookie(request)];

/** Returns the anti-forgery cookie that the browser sent, if any. */
export const readXsrfCookie = (request: FastifyRequest): string | undefined =>
  request.cookies[xsrfName];

const browserName = 'cg_browser';
const browserCookie = (request: FastifyRequest): string =>
  request.protocol === 'https' ? `__Host-${browserName}` : browserName;

/** Returns the token that identifies a browser in which a person has signed in before. It doesn't grant access. */
export const readKnownBrowser = (request: FastifyRequest): string | undefined =>
  request.cookies[browserCookie(request)];

/** Sets the token that identifies a browser, for a number of days. Signing out keeps it. */
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
 * The way a browser returns from another site: by a link (`return`), by a form that the site sends (`post`), or by such a form in a frame
 * of that site (`frame`).
 */
export type SsoState = 'return' | 'post' | 'frame';
const ssoStateNames = { return: 'cg_sso', post: 'cg_sso_post', frame: 'cg_lti' } as const;
/** Seconds until the cookie expires. In a frame it lasts longer, because the person might have to connect an account first. */
const ssoStateSeconds = { return: 600, post: 600, frame: 4_200 } as const;
const ssoStateCookie = (request: FastifyRequest, state: SsoState): string =>
  request.protocol === 'https' ? `__Host-${ssoStateNames[state]}` : ssoStateNames[state];

/** Returns the token that the browser got before it left for another site, if it is the same browser and returned in time. */
export const readSsoState = (request: FastifyRequest, state: SsoState): string | undefined =>
  request.cookies[ssoStateCookie(request, state)];

/**
 * Sets a token before the browser leaves for another site. Browsers don't send lax cookies with another site's form, so that cookie is
 * SameSite=None, which requires Secure. Over plain HTTP it is Lax, and works only between ports of one machine.
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
 * Returns the attributes of a cookie. Inside a frame cookies are partitioned
 * (https://developer.mozilla.org/docs/Web/Privacy/Guides/Privacy_sandbox/Partitioned_cookies), as browsers without third-party cookies
 * require. Partitioned cookies must be Secure, and browsers also accept those from localhost without HTTPS.
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

const signInName = 'cg_sign_in';
const signInCookie = (request: FastifyRequest): string =>
  request.protocol === 'https' ? `__Host-${signInName}` : signInName;
/** Seconds for which a browser can finish a sign-in. The challenges expire earlier. */
const signInSeconds = 3_600;

/** Returns the token that ties an unfinished sign-in to this browser. It doesn't grant access. */
export const readSignInBrowser = (request: FastifyRequest): string | undefined =>
  request.cookies[signInCookie(request)];

export const setSignInBrowser = (
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  inFrame: boolean,
): void => {
  void reply.setCookie(signInCookie(request), token, {
    ...shapeOf(request, inFrame),
    httpOnly: true,
    maxAge: signInSeconds,
  });
};

/** Returns the cookie's name. Browsers accept `__Host-` cookies for all paths only, so a cookie for one path has the weaker prefix. */
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

/** Sets both cookies, at sign-in and each time the session is extended. */
export const setSessionCookies = (
  request: FastifyRequest,
  reply: FastifyReply,
  cookies: { token: string; xsrf: string; inFrame: boolean },
): void => {
  const shape = shapeOf(request, cookies.inFrame);
  void reply.setCookie(sessionCookie(request), cookies.token, { ...shape, httpOnly: true });
  void reply.setCookie(xsrfName, cookies.xsrf, shape);
};

/** Sets the anti-forgery cookie again if an active session has lost it. */
export const setXsrfCookie = (
  request: FastifyRequest,
  reply: FastifyReply,
  xsrf: string,
  inFrame: boolean,
): void => {
  void reply.setCookie(xsrfName, xsrf, shapeOf(request, inFrame));
};

/** Deletes both cookies. Uses the attributes that they were set with, because browsers in frames require a match. */
export const clearSessionCookies = (
  request: FastifyRequest,
  reply: FastifyReply,
  inFrame: boolean,
): void => {
  const { maxAge: _, ...shape } = shapeOf(request, inFrame);
  void reply.clearCookie(sessionCookie(request), { ...shape, httpOnly: true });
  void reply.clearCookie(xsrfName, shape);
};
