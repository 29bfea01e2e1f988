import type { FastifyInstance, HTTPMethods } from 'fastify';
import type { SchoolId } from '../ids.ts';
import type { Scope } from '../context.ts';
import { callerOf, originOf, schoolOf } from '../security/authenticate.ts';
import { closeLoad, countVisit, openLoad } from '../security/load-budget.ts';
import type { Load } from '../load.ts';
import { asProblem, problem } from './problem.ts';
import type { Parts } from './serve.ts';

/** A request by another program. */
export interface DocumentRequest {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  /** If a name occurs several times, the last value. */
  readonly query: Readonly<Record<string, string>>;
  readonly header: (name: string) => string | undefined;
  readonly body: string;
  /** The school's address that the program used. */
  readonly origin: string;
  readonly address: string;
}

export interface DocumentReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/**
 * A route for other programs in their own format (calendar files, CalDAV) outside of our API. There is no session; the request
 * contains its own credentials, unless the document reads the session.
 */
export interface Documents {
  /** The name in log lines. The address itself can be a secret. */
  readonly name: string;
  readonly path: string;
  readonly methods: readonly string[];
  /** True if signed-in people can get more. The scope's actor is then the person or a visitor. Only for GET. */
  readonly readsSession?: boolean;
  readonly open: (scope: Scope, request: DocumentRequest) => Promise<DocumentReply>;
}

/** Maximum bytes of a request body. */
const bodyMax = 262_144;

/** Maximum characters in a response. Features have smaller limits. */
const answerMax = 32_000_000;

/** Mounts the features' documents with a rate limit per network and a processor-time budget. */
export const serveDocuments = async (
  app: FastifyInstance,
  parts: Parts,
  documents: readonly Documents[],
  scopeOf: (school: SchoolId, origin: string) => Promise<Scope>,
): Promise<void> => {
  await app.register(async (http) => {
    http.removeAllContentTypeParsers();
    http.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyMax }, (_, body, done) =>
      done(null, String(body)),
    );
    for (const method of ['PROPFIND', 'REPORT', 'PROPPATCH', 'MKCALENDAR'])
      if (!http.supportedMethods.includes(method)) http.addHttpMethod(method, { hasBody: true });
    for (const { name, path, methods, open, readsSession = false } of documents)
      http.route<{ Params: Record<string, string> }>({
        method: methods as HTTPMethods[],
        url: path,
        handler: async (request, reply) => {
          const startedAt = performance.now();
          let load: Load | undefined;
          const observe = (status: number) =>
            parts.observe(name, status, (performance.now() - startedAt) / 1000);
          try {
            const now = parts.clock.now();
            const caller = readsSession
              ? // No later query would check a cached session, so read it each time.
                await callerOf(request, { ...parts, now, isCacheAllowed: false })
              : { school: await schoolOf(request, { ...parts, now }) };
            const origin = originOf(request, parts.base);
            const school = caller.school.school_id;
            await countVisit(parts, school, request.ip);
            load = openLoad(parts, school, null, request.ip);
            const scope = await scopeOf(school, origin);
            const actor = 'actor' in caller ? caller.actor : scope.actor;
            const answer = await open(
              { ...scope, actor, call: name, address: request.ip, load },
              {
                method: request.method,
                path: request.url.split('?')[0] ?? '',
                params: request.params,
                query: Object.fromEntries(
                  new URLSearchParams(request.url.split('?').slice(1).join('?')),
                ),
                header: (key) => {
                  const value = request.headers[key];
                  return Array.isArray(value) ? value[0] : value;
                },
                body: typeof request.body === 'string' ? request.body : '',
                origin,
                address: request.ip,
              },
            );
            if ((answer.body?.length ?? 0) > answerMax) throw problem('answer_too_large');
            observe(answer.status);
            return await reply
              .code(answer.status)
              .headers({ 'X-Content-Type-Options': 'nosniff', ...answer.headers })
              .send(answer.body ?? '');
          } catch (error) {
            observe(asProblem(error, request.id).status);
            throw error;
          } finally {
            if (load !== undefined) closeLoad(parts, load);
          }
        },
      });
  });
};
