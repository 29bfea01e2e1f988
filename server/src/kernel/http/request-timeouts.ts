import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** How long a connection may keep the server waiting, in milliseconds. */
export interface RequestTimeouts {
  /** From its first moment, or from the answer before, to the end of a request's headers. */
  readonly headers: number;
  /** For the body of a call, 1 MiB at most. A file has its own time (upload.ts). */
  readonly body: number;
  /** For a whole request, the largest file of an import included: 512 MB over a line of 1.2 Mbit/s. */
  readonly request: number;
  /** Without a byte in either direction, as of a file that no longer comes or an answer that nobody reads. Sockets have a pulse of their own. */
  readonly idle: number;
  /** For the rest of a body that was refused, so that its sender comes to read the answer. */
  readonly rest: number;
}

export const defaultTimeouts: RequestTimeouts = {
  headers: 20_000,
  body: 30_000,
  request: 3_600_000,
  idle: 120_000,
  rest: 10_000,
};

/** Fastify's options for it. */
export const timeoutOptions = ({ headers, request, idle }: RequestTimeouts) => ({
  requestTimeout: request,
  connectionTimeout: idle,
  http: { headersTimeout: headers, connectionsCheckingInterval: Math.min(5_000, headers / 4) },
});

/** Whether a request says that it has a body. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Whether a part of its body is still to come; false of a request that came by no connection. */
const isComing = (request: FastifyRequest): boolean =>
  request.raw.complete === false && hasBody(request);

/**
 * The answer at once, by its length, and its end when the rest of the request has come or was waited for long enough. A connection
 * that is closed over bytes nobody has read takes the answer with it.
 */
async function* untilRead(
  request: FastifyRequest,
  answer: Buffer,
  timeoutMs: number,
): AsyncGenerator<Buffer> {
  yield answer;
  const { raw } = request;
  // One that was destroyed gives no more; it ends with its connection.
  if (raw.complete || raw.destroyed) return;
  const done = new AbortController();
  raw.once('end', () => done.abort()).once('close', () => done.abort());
  raw.resume();
  await delay(timeoutMs, undefined, { signal: done.signal }).catch(() => undefined);
}

/**
 * Bounds what arrives: a call's body has its time, and whoever is answered before the whole of their request has come loses the
 * connection with the answer. What would come on it next was the rest of a body, and was never answered.
 */
export const limitRequests = (http: FastifyInstance, timeouts: RequestTimeouts): void => {
  http.addHook('preParsing', async (request, _, payload) => {
    if (request.routeOptions.config.takesFile === true || !isComing(request)) return payload;
    const { raw } = request;
    const timer = setTimeout(() => {
      // As Node says it of headers that do not come.
      http.server.emit(
        'clientError',
        Object.assign(new Error('the body did not come'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
        raw.socket,
      );
    }, timeouts.body);
    raw.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
    return payload;
  });
  http.addHook('onSend', async (request, reply, payload) => {
    if (!isComing(request)) return payload;
    void reply.header('Connection', 'close');
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    const answer = Buffer.from(payload);
    void reply.header('Content-Length', answer.length);
    return Readable.from(untilRead(request, answer, timeouts.rest), { objectMode: false });
  });
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether the body is a file, which its handler reads. */
    takesFile?: boolean;
  }
}
