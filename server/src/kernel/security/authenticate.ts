import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { isHeld } from '#contract/permissions.ts';
import type { Actor, Member } from '../actor.ts';
import type { SchoolRow } from '../context.ts';
import { readSessionCookie, readXsrfCookie } from '../http/cookies.ts';
import type { CachedAuth, Pool } from '../database/database.ts';
import { selectAuth } from './auth.queries.ts';
import type { AuthCache, ParsedHost, AuthEntry } from './auth-cache.ts';
import { isKey, authenticateKey } from './api-keys.ts';
import { authenticateEmployer } from './employer-sessions.ts';
import { problem, schoolFrozen } from '../http/problem.ts';
import type { Tokens } from './tokens.ts';

/** The caller and school of a request. */
export interface Authenticated {
  readonly school: SchoolRow;
  readonly actor: Actor;
  readonly isStale: boolean;
  /** True if the session's cookies belong to another site's frame. */
  readonly inFrame: boolean;
  /** The values that the call's transaction confirms. */
  readonly entry: CachedAuth;
  /** Removes the cached entry, for a second attempt. */
  readonly forget: () => void;
}

/** The dependencies of authentication. */
export interface AuthenticationParts {
  readonly pool: Pool;
  readonly tokens: Tokens;
  readonly base: string;
  readonly entries: AuthCache;
  /** True if a cached entry is allowed, because the call's transaction confirms it. */
  readonly isCacheAllowed: boolean;
  readonly now: Date;
}

const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.startsWith('[');

/**
 * Parses a Host header. `{school}.{base}` is a school's label. Deeper names aren't, because they can belong to someone else. The base
 * domain, localhost and IP addresses mean the default school. Any other host must be a custom domain.
 */
export const schoolOfHost = (header: string | undefined, base: string): ParsedHost => {
  const host = (header ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '').slice(0, 253);
  const isBare = host === '' || host === base || host === 'localhost' || isAddress(host);
  const label = !isBare && host.endsWith(`.${base}`) ? host.slice(0, -base.length - 1) : null;
  return { host, label: label === null || label.includes('.') ? null : label, isBare };
};

/**
 * Returns the origin for links in emails: the host of the request, which `authenticate_request()` has matched to the school, unless it is
 * an IP address, which a client can make up. The port is kept if this server listens on it, and for requests from the same machine, where a
 * development server can be in front. Any other port on our host could belong to someone else.
 */
export const originOf = (request: FastifyRequest, base: string): string => {
  const { host, isBare } = schoolOfHost(request.headers.host, base);
  const named = isBare ? base : host;
  const port = /:(\d+)$/.exec(request.headers.host ?? '')?.[1];
  const isOurs =
    port !== undefined &&
    (/(^|\.)localhost$/.test(named) || Number(port) === request.socket.localPort);
  return `${request.protocol}://${named}${isOurs ? `:${port}` : ''}`;
};

const bearerOf = (request: FastifyRequest): string | null => {
  const match = /^Bearer ([\w.~+/-]{20,2000}=*)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
};

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** Rejects a GET that changes state if the browser reports that it comes from another site. Browsers that report nothing pass. */
const refuseForeignGet = (request: FastifyRequest): void => {
  const expected = {
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
    'sec-fetch-dest': 'empty',
  } as const;
  for (const [name, value] of Object.entries(expected)) {
    const sent = header(request, name);
    if (sent !== undefined && sent !== value) throw problem('cross_site_refused');
  }
};

const refuseCrossSite = (request: FastifyRequest): void => {
  const site = header(request, 'sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw problem('cross_site_refused');
};

/**
 * Checks the tokens that must accompany the cookie, by the endpoint's credential. Browsers never add a bearer token on their own, so
 * requests with one need no anti-forgery cookie.
 */
const checkForgery = (
  request: FastifyRequest,
  endpoint: Endpoint,
  sessionId: string,
  tokens: Tokens,
  rides: boolean,
): void => {
  if (endpoint.credential === 'csrf' || (endpoint.givesTokens === true && !rides)) {
    const token = header(request, 'x-cg-csrf-token');
    if (token === undefined || !tokens.isCsrfToken(sessionId, token)) throw problem('csrf_failed');
    if (endpoint.changesState) refuseForeignGet(request);
  }
  if (endpoint.credential === 'cookie' && endpoint.method !== 'GET' && rides) {
    const token = header(request, 'x-xsrf-token');
    if (
      token === undefined ||
      token !== readXsrfCookie(request) ||
      !tokens.isXsrfToken(sessionId, token)
    )
      throw problem('csrf_failed');
  }
};

/** Finds the school of a host and the active session of a token or session id, in the cache or the database. */
const open = async (
  { pool, entries, isCacheAllowed, now }: Omit<AuthenticationParts, 'tokens' | 'base'>,
  named: ParsedHost,
  token: Buffer | null,
  session: string | null,
): Promise<{ opened: AuthEntry; forget: () => void; isRemembered: boolean }> => {
  const key = token?.toString('base64') ?? session ?? '';
  const forget = () => entries.forget(named, key);
  const remembered = isCacheAllowed ? entries.find(named, key) : undefined;
  if (remembered !== undefined) return { opened: remembered, forget, isRemembered: true };
  const answered = await selectAuth(pool, named, { token, session, now });
  if (answered === undefined) throw problem('unknown_school');
  if (answered.stopped === 'moved' || answered.stopped === 'arriving')
    throw problem('school_moved');
  const opened = entries.share(answered);
  // Don't cache guessed session ids, or sessions whose last-seen time needs an update. A frozen school refuses calls before their
  // transaction could notice that it is active again.
  const isKnown = key === '' || opened.session?.isStale === false;
  if (isKnown && opened.stopped === undefined) entries.store(named, key, opened);
  return { opened, forget, isRemembered: false };
};

/** Rejects a call that writes if the school is frozen. Reads that are recorded write, too. */
const refuseIfFrozen = ({ stopped }: AuthEntry, endpoint: Endpoint): void => {
  const isRead =
    endpoint.method === 'GET' && endpoint.changesState !== true && endpoint.recordsReads !== true;
  if (stopped === 'frozen' && !isRead) throw schoolFrozen();
};

/** Finds the school and the employer. It ignores people's sessions, tokens and keys. */
const admitEmployer = async (
  request: FastifyRequest,
  endpoint: Endpoint,
  parts: AuthenticationParts,
): Promise<Authenticated> => {
  const named = schoolOfHost(request.headers.host, parts.base);
  const { opened, forget } = await open(parts, named, null, null);
  refuseIfFrozen(opened, endpoint);
  const { school, stamp } = opened;
  if (endpoint.method !== 'GET') refuseCrossSite(request);
  const actor = await authenticateEmployer(request, endpoint, school, parts);
  const entry = { school: school.school_id, stamp, session: null, now: parts.now };
  return { school, actor, isStale: false, inFrame: false, entry, forget };
};

/** Finds the school and the caller, in at most one round trip. Throws if the caller can't use the endpoint. */
export const authenticate = async (
  request: FastifyRequest,
  endpoint: Endpoint,
  parts: AuthenticationParts,
): Promise<Authenticated> => {
  if (endpoint.access === 'employer') return admitEmployer(request, endpoint, parts);
  const named = schoolOfHost(request.headers.host, parts.base);
  const byCookie = endpoint.credential === 'cookie' || endpoint.credential === 'csrf';
  const token = byCookie ? readSessionCookie(request) : undefined;
  // Sessions in another site's frame can have no cookie.
  const takesBearer = endpoint.credential !== 'open' && (!byCookie || token === undefined);
  const bearer = takesBearer ? bearerOf(request) : null;
  const byKey = endpoint.credential === 'key' || (!byCookie && bearer !== null && isKey(bearer));
  const claims = bearer === null || byKey ? null : await parts.tokens.readJwt(bearer, parts.now);
  const hash = token === undefined ? null : parts.tokens.hash(token);
  const { opened, forget, isRemembered } = await open(
    parts,
    named,
    hash,
    claims?.sessionId ?? null,
  );
  refuseIfFrozen(opened, endpoint);
  const { school } = opened;
  const cachedAuthOf = (confirmed: CachedAuth['session']): CachedAuth => ({
    school: school.school_id,
    stamp: opened.stamp,
    session: confirmed,
    now: parts.now,
  });
  if (byKey) {
    const actor = await authenticateKey(bearer, endpoint, school, parts);
    return { school, actor, isStale: false, inFrame: false, entry: cachedAuthOf(null), forget };
  }
  const session = claims !== null && claims.school !== school.code ? undefined : opened.session;
  if (endpoint.method !== 'GET' && byCookie) refuseCrossSite(request);
  if (session === undefined) {
    if (endpoint.access !== 'visitor')
      throw problem(bearer === null ? 'not_logged_in' : 'invalid_token');
    return {
      school,
      actor: { kind: 'visitor' },
      isStale: false,
      inFrame: false,
      entry: cachedAuthOf(null),
      forget,
    };
  }
  if (endpoint.startsSession !== true)
    checkForgery(request, endpoint, session.id, parts.tokens, token !== undefined);
  if (endpoint.access === 'staff' && !session.isAdmin) {
    // The call's transaction doesn't confirm roles, so a cached entry must neither grant nor deny permission.
    if (isRemembered) return authenticate(request, endpoint, { ...parts, isCacheAllowed: false });
    if (!isHeld(session.permissions, endpoint.permission))
      throw problem('forbidden', { permission: endpoint.permission });
  }
  return {
    school,
    actor: {
      kind: 'member',
      userId: session.userId,
      sessionId: session.id,
      isAdmin: session.isAdmin,
      isAdviser: session.isAdviser,
    },
    // Marking the session as seen would be a write.
    isStale: session.isStale && opened.stopped === undefined,
    inFrame: session.inFrame,
    entry: cachedAuthOf(session),
    forget,
  };
};

/**
 * Returns the active session of a bearer token for the realtime hub, and the time until when both are valid, in milliseconds since 1970.
 * Null if the school has no such session.
 */
export const authenticateToken = async (
  host: string | undefined,
  token: string,
  parts: AuthenticationParts,
): Promise<{ school: SchoolRow; member: Member & { sessionId: string }; until: number } | null> => {
  const claims = await parts.tokens.readJwt(token, parts.now);
  if (claims === null) return null;
  const { opened } = await open(parts, schoolOfHost(host, parts.base), null, claims.sessionId);
  const { school, session } = opened;
  if (session === undefined || claims.school !== school.code) return null;
  const { id: sessionId, userId, isAdmin, isAdviser } = session;
  return {
    school,
    member: { kind: 'member', userId, sessionId, isAdmin, isAdviser },
    until: Math.min(claims.until * 1000, session.endsAt),
  };
};

/** Returns the page settings of a host's school: the sites that can embed it, and its analytics script. Empty if no school has the host. */
export const pageSettingsOf = async (
  request: FastifyRequest,
  parts: Omit<AuthenticationParts, 'tokens'>,
): Promise<Pick<SchoolRow, 'embed_origins' | 'analytics'>> => {
  try {
    const { opened } = await open(
      parts,
      schoolOfHost(request.headers.host, parts.base),
      null,
      null,
    );
    return opened.school;
  } catch {
    return { embed_origins: [], analytics: null };
  }
};

/**
 * Returns the school of the host and the person who is signed in with a session cookie or bearer token, or else a visitor. For
 * read-only documents that show more to signed-in people.
 */
export const callerOf = async (
  request: FastifyRequest,
  parts: AuthenticationParts,
): Promise<{ readonly school: SchoolRow; readonly actor: Actor }> => {
  const token = readSessionCookie(request);
  const bearer = token === undefined ? bearerOf(request) : null;
  const claims =
    bearer === null || isKey(bearer) ? null : await parts.tokens.readJwt(bearer, parts.now);
  const { opened } = await open(
    parts,
    schoolOfHost(request.headers.host, parts.base),
    token === undefined ? null : parts.tokens.hash(token),
    claims?.sessionId ?? null,
  );
  const { school, session } = opened;
  if (session === undefined || (claims !== null && claims.school !== school.code))
    return { school, actor: { kind: 'visitor' } };
  const { userId, id: sessionId, isAdmin, isAdviser } = session;
  return { school, actor: { kind: 'member', userId, sessionId, isAdmin, isAdviser } };
};

/** Returns whether another cell serves the school of this host. */
export const isInOtherCell = async (
  request: FastifyRequest,
  { pool, base, now }: Pick<AuthenticationParts, 'pool' | 'base' | 'now'>,
): Promise<boolean> => {
  const found = await selectAuth(pool, schoolOfHost(request.headers.host, base), { now });
  return found?.stopped === 'moved' || found?.stopped === 'arriving';
};

/** Returns the school of the host, for requests without a caller. */
export const schoolOf = async (
  request: FastifyRequest,
  parts: Pick<AuthenticationParts, 'pool' | 'entries' | 'base' | 'now'>,
): Promise<SchoolRow> => {
  const { opened } = await open(
    { ...parts, isCacheAllowed: true },
    schoolOfHost(request.headers.host, parts.base),
    null,
    null,
  );
  return opened.school;
};
