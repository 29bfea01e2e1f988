import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Actor, SchoolRow } from './context.ts';
import { readSessionCookie, readXsrfCookie } from './cookies.ts';
import type { Pool } from './database.ts';
import { schoolId, type SchoolId } from './ids.ts';
import { refused } from './problem.ts';
import type { Tickets } from './tickets.ts';

/** What open_request() answers. */
interface Opened {
  school: Omit<SchoolRow, 'school_id'> & { school_id: number };
  session?: { id: string; userId: number; isAdmin: boolean; isAdviser: boolean; isStale: boolean };
}

/** Who came, to which school, and whether the session's last-seen mark is old. */
export interface Admitted {
  readonly school: SchoolRow;
  readonly actor: Actor;
  readonly isStale: boolean;
}

const isAddress = (host: string): boolean => /^[\d.]+$/.test(host) || host.startsWith('[');

/** What a Host header says: the whole host (a custom domain), the school's label below the base, or no school at all. */
export interface NamedHost {
  readonly host: string;
  readonly label: string | null;
  readonly isBare: boolean;
}

/**
 * Reads a Host header. `{school}.{base}` names a school by its first label; the bare base, localhost and
 * addresses name none, which is the default school. Any other host must be a custom domain.
 */
export const schoolOfHost = (header: string | undefined, base: string): NamedHost => {
  const host = (header ?? '').toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '').slice(0, 253);
  const isBare = host === '' || host === base || host === 'localhost' || isAddress(host);
  const isBelow = !isBare && [base, 'localhost'].some((suffix) => host.endsWith(`.${suffix}`));
  return { host, label: isBelow ? (host.split('.')[0] ?? null) : null, isBare };
};

/** Where links in mails lead: the host the person used, unless it is an address, which anybody can make up. */
export const originOf = (request: FastifyRequest, base: string): string => {
  const { host } = schoolOfHost(request.headers.host, base);
  const port = /:\d+$/.exec(request.headers.host ?? '')?.[0] ?? '';
  return `${request.protocol}://${host === '' || isAddress(host) ? base : host}${port}`;
};

const bearerOf = (request: FastifyRequest): string | null => {
  const match = /^Bearer ([\w.~+/-]{20,2000}=*)$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ?? null;
};

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** A state change on GET must come from our own script: the browser says where a request comes from, where it says anything. */
const refuseForeignGet = (request: FastifyRequest): void => {
  const expected = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' } as const;
  for (const [name, value] of Object.entries(expected)) {
    const sent = header(request, name);
    if (sent !== undefined && sent !== value) throw refused('cross_site_refused');
  }
};

const refuseCrossSite = (request: FastifyRequest): void => {
  const site = header(request, 'sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw refused('cross_site_refused');
};

/** The tokens that must accompany the cookie, by the endpoint's credential. */
const checkForgery = (request: FastifyRequest, endpoint: Endpoint, sessionId: string, tickets: Tickets): void => {
  if (endpoint.credential === 'csrf') {
    const token = header(request, 'x-cg-csrf-token');
    if (token === undefined || !tickets.isCsrfToken(sessionId, token)) throw refused('csrf_failed');
    if (endpoint.changesState) refuseForeignGet(request);
  }
  if (endpoint.credential === 'cookie' && endpoint.method !== 'GET') {
    const token = header(request, 'x-xsrf-token');
    if (token === undefined || token !== readXsrfCookie(request) || !tickets.isXsrfToken(sessionId, token)) throw refused('csrf_failed');
  }
};

/**
 * Finds school and caller in one round trip and refuses those the endpoint is not for.
 * Signing in does not ride on an existing session, so `sessions.login` needs no anti-forgery token; it is refused across sites.
 */
export const admit = async (
  request: FastifyRequest,
  endpoint: Endpoint,
  parts: { pool: Pool; tickets: Tickets; base: string; now: Date },
): Promise<Admitted> => {
  const { host, label, isBare } = schoolOfHost(request.headers.host, parts.base);
  const byCookie = endpoint.credential === 'cookie' || endpoint.credential === 'csrf';
  const token = byCookie ? readSessionCookie(request) : undefined;
  const bearer = endpoint.credential === 'bearer' ? bearerOf(request) : null;
  const claims = bearer === null ? null : await parts.tickets.readJwt(bearer, parts.now);
  const { rows } = await sql<{ opened: Opened | null }>`select open_request(${host}, ${label}, ${isBare}, ${
    token === undefined ? null : parts.tickets.hash(token)
  }, ${claims?.sessionId ?? null}::uuid, ${parts.now}) as opened`.execute(parts.pool.kysely);
  const opened = rows[0]?.opened;
  if (!opened) throw refused('unknown_school');
  const school = { ...opened.school, school_id: schoolId(opened.school.school_id) };
  const session = claims !== null && claims.school !== school.code ? undefined : opened.session;
  if (endpoint.method !== 'GET' && byCookie) refuseCrossSite(request);
  if (session === undefined) {
    if (endpoint.access !== 'visitor') throw refused(bearer === null ? 'not_logged_in' : 'invalid_token');
    return { school, actor: { kind: 'visitor' }, isStale: false };
  }
  if (endpoint.name !== 'sessions.login') checkForgery(request, endpoint, session.id, parts.tickets);
  if (endpoint.access === 'admin' && !session.isAdmin) throw refused('forbidden');
  return {
    school,
    actor: { kind: 'member', userId: session.userId, sessionId: session.id, isAdmin: session.isAdmin, isAdviser: session.isAdviser },
    isStale: session.isStale,
  };
};

/** The school of the host alone, for what needs no caller. Cached for a minute: a host seldom changes its school. */
export const admitHost = async (request: FastifyRequest, parts: { pool: Pool; base: string }): Promise<SchoolId> => {
  const { host, label, isBare } = schoolOfHost(request.headers.host, parts.base);
  const key = host;
  const cached = hosts.get(parts.pool)?.get(key);
  if (cached !== undefined && cached.until > Date.now()) return cached.school;
  const { rows } = await sql<{
    opened: Opened | null;
  }>`select open_request(${host}, ${label}, ${isBare}, null, null, now()) as opened`.execute(parts.pool.kysely);
  const opened = rows[0]?.opened;
  if (!opened) throw refused('unknown_school');
  const school = schoolId(opened.school.school_id);
  const known = hosts.get(parts.pool) ?? new Map<string, { school: SchoolId; until: number }>();
  if (known.size > 10_000) known.clear();
  known.set(key, { school, until: Date.now() + 60_000 });
  hosts.set(parts.pool, known);
  return school;
};
const hosts = new WeakMap<Pool, Map<string, { school: SchoolId; until: number }>>();
