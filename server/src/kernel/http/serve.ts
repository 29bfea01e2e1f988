import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { isScim } from '#contract/scim/endpoints.ts';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { authenticate, originOf, type Authenticated } from '../security/authenticate.ts';
import { hasBody } from './request-timeouts.ts';
import type { Actor } from '../actor.ts';
import { transact, type SchoolRow, type Scope } from '../context.ts';
import { AuthChangedError } from '../database/database.ts';
import type { Replicas } from '../database/replicas.ts';
import { runBatched } from './batch.ts';
import { readFromReplica, withPosition } from './replica-reads.ts';
import type { AuthCache } from '../security/auth-cache.ts';
import {
  clearSessionCookies,
  readSsoState,
  readKnownBrowser,
  readCallCookie,
  readSessionCookie,
  readXsrfCookie,
  setSsoState,
  readSignInBrowser,
  setKnownBrowser,
  setSignInBrowser,
  setCallCookie,
  setSessionCookies,
  setXsrfCookie,
} from './cookies.ts';
import { checkText, parseInput, parseQuery } from './input.ts';
import type { Load } from '../load.ts';
import { closeLoad, countVisit, openLoad } from '../security/load-budget.ts';
import { countShared, networkOf } from '../security/rate-limits.ts';
import { CallLog, type ProcessLog } from '../log.ts';
import {
  apiProblem,
  asProblem,
  mobileProblem,
  problem,
  scimProblem,
  type Problem,
} from './problem.ts';
import type { LogError, LoggedError } from './error-log.ts';
import { extendSession } from '../security/session-lifetime.ts';
import { serializerOf } from './reply-schema.ts';
import type { Route, Transport } from './route.ts';
import { textTypes } from './reply-media.ts';

/** The kernel's dependencies, including everything from outside the process. */
export type Parts = Pick<
  Scope,
  | 'pool'
  | 'clock'
  | 'files'
  | 'mail'
  | 'tokens'
  | 'nudge'
  | 'isHandled'
  | 'live'
  | 'outbound'
  | 'hooks'
  | 'pages'
  | 'loadBudgets'
> & {
  readonly log: ProcessLog;
  /** Parent domain of the schools' host names: `{school}.{base}`. */
  readonly base: string;
  readonly entries: AuthCache;
  /** Called once per request with the endpoint's name, the HTTP status, and the duration in seconds. */
  readonly observe: (name: string, status: number, seconds: number) => void;
  /** Called once for each client error. */
  readonly logError: LogError;
  /** Read replicas; null if the primary answers everything. */
  readonly replicas: Replicas | null;
};

/** Sends an error in the format of the path's transport. */
export const sendProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  failure: Problem,
): FastifyReply => {
  const path = request.url.split('?')[0] ?? '';
  if (failure.details['seconds'] !== undefined)
    void reply.header('Retry-After', String(failure.details['seconds']));
  void reply.header('Cache-Control', 'no-store').code(failure.status).type('application/json');
  if (path.startsWith('/mobile_ws/')) {
    const { headers, body } = mobileProblem(failure);
    return reply.headers(headers).serializer(JSON.stringify).send(body);
  }
  if (path.startsWith('/scim/')) {
    const { headers, body } = scimProblem(failure);
    return reply
      .headers(headers)
      .type('application/scim+json')
      .serializer(JSON.stringify)
      .send(body);
  }
  return reply
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(apiProblem(failure, path));
};

/** The scope of each authenticated request. */
const scopes = new WeakMap<FastifyRequest, Scope>();

/** Requests of calls whose error logs must not name the caller. */
const untraced = new WeakSet<FastifyRequest>();

const callerOf = (request: FastifyRequest): Omit<LoggedError, 'code'> => {
  const scope = scopes.get(request);
  if (scope === undefined) return { address: request.ip };
  const { school, call, actor, address } = scope;
  if (untraced.has(request)) return { school: school.code, call };
  return {
    school: school.code,
    call,
    ...(actor.kind === 'member' ? { user: actor.userId } : { address }),
  };
};

/** Logs unknown errors in full and sends only the request id to the caller. `errorDelay` delays errors of callers who cause too many. */
export const handleError =
  (
    parts: Pick<Parts, 'log' | 'logError'>,
    errorDelay: (request: FastifyRequest, status: number) => Promise<void>,
  ) =>
  async (error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const failure = asProblem(error, request.id);
    // A client that disconnects while it sends a body isn't our failure.
    if (error === request.raw.errored)
      parts.log.info({ requestId: request.id }, 'a request was cut off');
    else if (failure.status >= 500 && failure.code !== 'school_frozen')
      parts.log.error({ requestId: request.id, err: error }, 'request failed');
    else {
      parts.logError({ code: failure.code, ...callerOf(request) });
      await errorDelay(request, failure.status);
    }
    return sendProblem(request, reply, failure);
  };

/** Load meters of the current requests. */
const loads = new WeakMap<FastifyRequest, Load>();

/** Returns the load meter of a request, also after a retry. */
const loadOf = (
  parts: Parts,
  request: FastifyRequest,
  { school, actor }: Pick<Authenticated, 'school' | 'actor'>,
): Load => {
  const load = loads.get(request) ?? openLoad(parts, school.school_id, actor, request.ip);
  loads.set(request, load);
  return load;
};

/** The authentication result from before the body was read. `at` is from `performance.now()`. */
const early = new WeakMap<
  FastifyRequest,
  { readonly admitted: Authenticated; readonly at: number }
>();
/** Milliseconds for which this result is valid. If a body takes longer, the session may have ended. */
const earlyMs = 1_000;

const takeEarly = (request: FastifyRequest): Authenticated | undefined => {
  const found = early.get(request);
  early.delete(request);
  return found !== undefined && performance.now() - found.at < earlyMs ? found.admitted : undefined;
};

const isWrite = ({ endpoint }: Route): boolean =>
  endpoint.method !== 'GET' || endpoint.changesState === true;

/** Maximum number of calls that change something in half a minute: by one person, with one API key, and by visitors from one address. */
export const writeLimits = {
  // 20 per second. Our pages send at most 260 at the same time: a message with ten files of maximum size.
  person: { max: 600, seconds: 30 },
  // For a program that provisions a campus. SCIM has a separate, lower limit.
  key: { max: 3_000, seconds: 30 },
  // For a campus where everyone signs in from one address.
  visitors: { max: 6_000, seconds: 30 },
} as const;

/** Counts every call that changes something. Many calls also have a stricter limit. */
const countWrite = (
  parts: Parts,
  { school_id: school }: SchoolRow,
  actor: Actor,
  address: string,
): Promise<void> => {
  if (actor.kind === 'member')
    return countShared(parts, `writes:${school}:${actor.userId}`, writeLimits.person);
  if (actor.kind === 'key')
    return countShared(parts, `writes:${school}:key:${actor.keyId}`, writeLimits.key);
  if (actor.kind === 'employer')
    return countShared(parts, `writes:${school}:employer:${actor.contactId}`, writeLimits.person);
  return countShared(parts, `writes:${school}:from:${networkOf(address)}`, writeLimits.visitors);
};

/** Keeps a session alive: marks it as seen, at most every five minutes. */
const touchSession = async (scope: Scope): Promise<void> => {
  const { actor, clock } = scope;
  if (actor.kind !== 'member' || actor.sessionId === null) return;
  const { sessionId } = actor;
  await transact(scope, ({ db }) => extendSession(db, sessionId, clock.now()));
};

/**
 * Maximum number of times a call starts again because the school or session changed. This allows as many simultaneous changes to a school's
 * settings.
 */
const entryRounds = 16;

const answer = async (
  route: Route,
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  round = 1,
): Promise<unknown> => {
  const { endpoint } = route;
  const isCacheAllowed = round === 1 && route.runs !== 'outside';
  const now = parts.clock.now();
  const admitted =
    takeEarly(request) ??
    (await authenticate(request, endpoint, { ...parts, isCacheAllowed, now }));
  const { school, actor, isStale, inFrame, entry, forget } = admitted;
  const load = loadOf(parts, request, admitted);
  if (round === 1) {
    if (isWrite(route)) await countWrite(parts, school, actor, request.ip);
    else if (actor.kind === 'visitor') await countVisit(parts, school.school_id, request.ip);
  }
  const scope: Scope = {
    ...parts,
    requestId: request.id,
    call: endpoint.name,
    school,
    actor,
    log: new CallLog(parts.log, {
      requestId: request.id,
      school: school.code,
      call: endpoint.name,
    }),
    origin: originOf(request, parts.base),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
    address: request.ip,
    load,
  };
  scopes.set(request, scope);
  if (endpoint.leavesNoTrace === true) untraced.add(request);
  const input = load.run(() => ({
    ...parseInput(endpoint.params, request.params),
    ...parseInput(endpoint.query, request.query),
    // The handler gets the file unread, so people without permission use no memory.
    ...(endpoint.upload
      ? { upload: request.body ?? Readable.from([]) }
      : parseInput(endpoint.body, request.body)),
  }));
  let isSessionSet = false;
  let isBodiless = false;
  const transport: Transport = {
    setSession: ({ token, sessionId, inFrame: framed }) => {
      isSessionSet = true;
      setSessionCookies(request, reply, {
        token,
        xsrf: parts.tokens.xsrfToken(sessionId),
        inFrame: framed,
      });
    },
    clearSession: () => {
      isSessionSet = true;
      clearSessionCookies(request, reply, inFrame);
    },
    knownBrowser: () => readKnownBrowser(request),
    setKnownBrowser: (text, days) => setKnownBrowser(request, reply, text, days),
    signInBrowser: () => readSignInBrowser(request),
    setSignInBrowser: (token, isFramed) => setSignInBrowser(request, reply, token, isFramed),
    callCookie: (cookie) => readCallCookie(request, cookie),
    setCallCookie: (cookie, set) => setCallCookie(request, reply, cookie, set),
    respond: (status, headers = {}) => {
      isBodiless = status === 204 || status === 304;
      void reply.code(status).headers(headers);
    },
    header: (name) => [request.headers[name]].flat()[0],
    ssoState: (kind) => readSsoState(request, kind),
    setSsoState: (kind, token) => setSsoState(request, reply, kind, token),
    redirect: (to) => void reply.code(303).header('Location', to),
  };
  // `Route` has checked that the handler's input matches the endpoint's schemas.
  const handler = route.handler as (
    scope: Scope,
    input: unknown,
    transport: Transport,
  ) => Promise<unknown>;
  const run = (): Promise<unknown> => {
    if (route.runs === 'outside') return handler(scope, input, transport);
    if (route.runs === 'batch') return runBatched(route, scope, entry, input);
    const readOnly = !isWrite(route) && route.endpoint.recordsReads !== true;
    const work = (replica?: pg.Pool) =>
      transact(scope, (context) => handler(context, input, transport), {
        auth: [entry],
        readOnly,
        ...(replica && { replica }),
      });
    return readOnly && round === 1 ? readFromReplica(client, actor, work) : work();
  };
  const client = { parts, request, reply };
  let result: unknown;
  try {
    result = await withPosition(client, run);
  } catch (error) {
    if (!(error instanceof AuthChangedError)) throw error;
    forget();
    // After a new read, only another call that succeeded in the moment between can change an entry. Each round lets one through.
    if (round === entryRounds) throw problem('unavailable');
    return answer(route, parts, request, reply, round + 1);
  }
  // An open page requests fresh tokens automatically. If the school limits idle time, that doesn't count as activity.
  if (
    isStale &&
    endpoint.leavesNoTrace !== true &&
    !(endpoint.givesTokens === true && school.session_idle_minutes !== null)
  ) {
    await touchSession(scope);
    const token = readSessionCookie(request);
    // Browsers delete a cookie after its maximum age, so an extended session needs new cookies.
    if (
      actor.kind === 'member' &&
      actor.sessionId !== null &&
      token !== undefined &&
      endpoint.credential !== 'bearer' &&
      !isSessionSet
    )
      setSessionCookies(request, reply, {
        token,
        xsrf: parts.tokens.xsrfToken(actor.sessionId),
        inFrame,
      });
  } else if (
    !isSessionSet &&
    actor.kind === 'member' &&
    actor.sessionId !== null &&
    endpoint.credential === 'cookie' &&
    endpoint.method === 'GET' &&
    readSessionCookie(request) !== undefined &&
    readXsrfCookie(request) === undefined
  ) {
    setXsrfCookie(request, reply, parts.tokens.xsrfToken(actor.sessionId), inFrame);
  }
  if (isBodiless) return reply.send();
  if (isScim(endpoint)) void reply.type('application/scim+json; charset=utf-8');
  return result;
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The format of the call's body. */
    receives?: 'json' | 'scim';
    /** True if the call ignores its body. */
    dropsBody?: boolean;
  }
}

/** Mounts routes: authentication, validation, transaction, and a response that contains only declared fields. */
export const serve = async (
  app: FastifyInstance,
  routes: readonly Route[],
  parts: Parts,
): Promise<void> => {
  const isForm = ({ endpoint }: Route) => endpoint.takes === 'form';
  const isUpload = ({ endpoint }: Route) => endpoint.upload !== undefined;
  mount(
    app,
    routes.filter((route) => !isForm(route) && !isUpload(route)),
    parts,
  );
  await app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers();
    uploads.addContentTypeParser('*', (_, stream, done) => done(null, stream));
    mount(uploads, routes.filter(isUpload), parts);
  });
  // Registered separately, because a form of another site must not be parsed as the body of any other call.
  await app.register(async (forms) => {
    forms.removeAllContentTypeParsers();
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_, body, done) => done(null, parseQuery(String(body))),
    );
    // One-click requests from mail programs can have either form (RFC 8058, 3.2). If a call ignores its body, the body isn't parsed: its
    // bytes count toward the limit for all bodies and are dropped.
    forms.addContentTypeParser(
      'multipart/form-data',
      { parseAs: 'buffer' },
      ({ routeOptions }, _, done) =>
        done(routeOptions.config.dropsBody === true ? null : problem('unsupported_media_type'), {}),
    );
    mount(forms, routes.filter(isForm), parts);
  });
};

const asksNothing = ({ body }: Route['endpoint']): boolean =>
  body instanceof z.ZodObject && Object.keys(body.shape).length === 0;

const mount = (app: FastifyInstance, routes: readonly Route[], parts: Parts): void => {
  for (const route of routes) {
    const { endpoint } = route;
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
      schema: { response: { '2xx': {} } },
      serializerCompiler: () => serializerOf(endpoint.reply),
      config: {
        receives: isScim(endpoint) ? 'scim' : 'json',
        dropsBody: asksNothing(endpoint),
        takesFile: endpoint.upload !== undefined,
      },
      // The body of a caller without permission isn't read. A file is read by its handler, after authentication.
      preParsing: async (request, _, payload) => {
        if (endpoint.access === 'visitor' || endpoint.upload !== undefined || !hasBody(request))
          return payload;
        const at = performance.now();
        const isCacheAllowed = route.runs !== 'outside';
        try {
          early.set(request, {
            at,
            admitted: await authenticate(request, endpoint, {
              ...parts,
              isCacheAllowed,
              now: parts.clock.now(),
            }),
          });
        } catch (error) {
          parts.observe(
            endpoint.name,
            asProblem(error, request.id).status,
            (performance.now() - at) / 1000,
          );
          throw error;
        }
        return payload;
      },
      onSend: async (request, _, payload) => {
        loads.get(request)?.pause();
        return payload;
      },
      onResponse: async (request) => {
        const load = loads.get(request);
        if (load !== undefined) closeLoad(parts, load);
      },
      handler: async (request, reply) => {
        const startedAt = performance.now();
        const done = (status: number) =>
          parts.observe(endpoint.name, status, (performance.now() - startedAt) / 1000);
        try {
          checkText(request.query);
          if (endpoint.upload === undefined) checkText(request.body);
          const result = await answer(route, parts, request, reply);
          // Measure until the response is written, which happens next.
          loads.get(request)?.begin();
          void reply.header('Cache-Control', 'no-store');
          done(reply.statusCode);
          if (endpoint.answers === 'xml' || endpoint.answers === 'ndjson')
            void reply.type(`${textTypes[endpoint.answers]}; charset=utf-8`);
          // A redirect has no content.
          return endpoint.answers === 'redirect' ? reply.type('text/plain').send('') : result;
        } catch (error) {
          done(asProblem(error, request.id).status);
          throw error;
        }
      },
    });
  }
};
