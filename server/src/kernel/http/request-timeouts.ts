import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** Timeouts of a connection in milliseconds. */
export interface RequestTimeouts {
  /** For the headers, from the start of the connection or the previous response. */
  readonly headers: number;
  /** For the body of a call, at most 1 MiB. Files have a separate timeout (upload.ts). */
  readonly body: number;
  /** For a whole request, including the largest import file: 512 MB at 1.2 Mbit/s. */
  readonly request: number;
  /** Without data in either direction, such as a stalled file or an unread response. Sockets have their own heartbeat. */
  readonly idle: number;
  /** For the rest of a rejected body, so that the client gets to read the response. */
  readonly rest: number;
}

export const defaultTimeouts: RequestTimeouts = {
  headers: 20_000,
  body: 30_000,
  request: 3_600_000,
  idle: 120_000,
  rest: 10_000,
};

/** Returns Fastify's timeout options. */
export const timeoutOptions = ({ headers, request, idle }: RequestTimeouts) => ({
  requestTimeout: request,
  connectionTimeout: idle,
  http: { headersTimeout: headers, connectionsCheckingInterval: Math.min(5_000, headers / 4) },
});

/** Returns whether a request declares a body. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Returns whether a part of the body hasn't arrived yet. False for an injected request. */
const isComing = (request: FastifyRequest): boolean =>
  request.raw.complete === false && hasBody(request);

/**
 * Yields the response immediately, and ends when the rest of the request has arrived or the timeout has passed. If a connection closes
 * while unread bytes wait, the client loses the response.
 */
async function* untilRead(
  request: FastifyRequest,
  answer: Buffer,
  timeoutMs: number,
): AsyncGenerator<Buffer> {
  yield answer;
  const { raw } = request;
  // A destroyed request delivers no more data, and ends with its connection.
  if (raw.complete || raw.destroyed) return;
  const done = new AbortController();
  raw.once('end', () => done.abort()).once('close', () => done.abort());
  raw.resume();
  await delay(timeoutMs, undefined, { signal: done.signal }).catch(() => undefined);
}

/**
 * Limits the time to receive requests. If a response is sent before the whole request has arrived, the connection closes after it.
 * Otherwise the rest of the body would be parsed as the next request.
 */
export const limitRequests = (http: FastifyInstance, timeouts: RequestTimeouts): void => {
  http.addHook('preParsing', async (request, _, payload) => {
    if (request.routeOptions.config.takesFile === true || !isComing(request)) return payload;
    const { raw } = request;
    const timer = setTimeout(() => {
      // Node reports missing headers in the same way.
      http.server.emit(
        'clientError',
        Object.assign(new Error('the body did not arrive'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }),
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
    /** True if the body is a file, which its handler reads. */
    takesFile?: boolean;
  }
}
