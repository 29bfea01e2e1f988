import { positionHeader } from '#contract/log-position.ts';
import { networkError } from './call-error.ts';
import { logPosition, rememberPosition } from './log-position.ts';

export interface Fetch {
  (url: string, init: RequestInit): Promise<Response>;
  /** Aborts when nothing has moved for a while, regardless of the total duration (sending-fetch.ts). */
  readonly isWatched?: true;
}

/** Timeout for the first byte of a response, and for any progress of an upload, in milliseconds. */
export const responseTimeoutMs = 30_000;
/** Timeout for a response after its first byte, in milliseconds. */
const bodyTimeoutMs = 120_000;
/** Timeout for calls from before a reconnect, in milliseconds. Most of them hang on a dead connection. */
const reconnectTimeoutMs = 5_000;
/** Minimum speed of a file upload without progress reports, in bytes per millisecond. */
const slowest = 8;

interface PreparedRequest {
  url: string;
  init: RequestInit;
}

type Input = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/**
 * Builds the request from `GET /api/v1/sessions/{id}` and its input. Values that the path doesn't use go to query or body.
 * `upload` is a file and the whole body.
 */
export function buildRequest(
  key: string,
  input: unknown,
  headers: Record<string, string>,
  cookies: string,
  isCookieless = false,
): PreparedRequest {
  const [method = 'GET', template = '/'] = key.split(' ');
  const rest: Record<string, unknown> = { ...(input as Input | undefined) };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const init: RequestInit = {
    method,
    headers: { Accept: 'application/json', ...headers },
    credentials: 'same-origin',
  };
  // A call with its own token must not send any cookie.
  if (isCookieless) init.credentials = 'omit';
  const sent = init.headers as Record<string, string>;
  if (method !== 'GET') {
    const token = readCookie(cookies, 'XSRF-TOKEN');
    if (token !== null) sent['X-XSRF-TOKEN'] = token;
  }
  const { upload } = rest;
  if (method === 'GET' || method === 'DELETE' || upload instanceof Blob) {
    delete rest['upload'];
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(rest))
      if (isPlain(value)) query.set(name, String(value));
    const text = query.toString();
    const url = text === '' ? path : `${path}?${text}`;
    if (!(upload instanceof Blob)) return { url, init };
    sent['Content-Type'] = upload.type || 'application/octet-stream';
    return { url, init: { ...init, body: upload } };
  }
  sent['Content-Type'] = 'application/json';
  return { url: path, init: { ...init, body: JSON.stringify(rest) } };
}

export function readCookie(cookies: string, name: string): string | null {
  for (const part of cookies.split('; ')) {
    const at = part.indexOf('=');
    if (part.slice(0, at) === name) return decodeURIComponent(part.slice(at + 1));
  }
  return null;
}

/** Returns a signal that aborts with the caller's signal, or when the call times out. */
function limited({ method, body }: RequestInit, signal: AbortSignal | undefined) {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const within = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(new DOMException('no answer in time', 'TimeoutError')), ms);
  };
  const abort = () => stop.abort(signal?.reason);
  const hurry = () => within(reconnectTimeoutMs);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  // Only reads can be retried. For other calls, it is unknown whether the server ran them.
  if (method === 'GET') window.addEventListener('online', hurry);
  within(responseTimeoutMs + (body instanceof Blob ? body.size / slowest : 0));
  return {
    signal: stop.signal,
    within,
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      window.removeEventListener('online', hurry);
    },
  };
}

/** Milliseconds before a request to the wrong cell is repeated. The proxy has then read its map again. */
const otherCellMs = 1_000;

/** Sends the request and parses a JSON body. If another cell serves the school, this cell did nothing, so the request is retried once. An aborted call keeps its own error; a timeout counts as a network error. */
export async function sendRequest(
  fetch: Fetch,
  { url, init }: PreparedRequest,
  signal?: AbortSignal,
): Promise<{ response: Response; body: unknown }> {
  const limit = fetch.isWatched ? null : limited(init, signal);
  const ends = limit?.signal ?? signal;
  try {
    const headers = { ...init.headers, [positionHeader]: logPosition() };
    const send = () => fetch(url, { ...init, headers, ...(ends && { signal: ends }) });
    let response = await send();
    if (response.status === 421) {
      await new Promise((done) => setTimeout(done, otherCellMs));
      response = await send();
    }
    rememberPosition(response.headers.get(positionHeader));
    limit?.within(bodyTimeoutMs);
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('Content-Type') ?? '');
    return { response, body: isJson && text !== '' ? (JSON.parse(text) as unknown) : text };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw networkError(cause);
  } finally {
    limit?.end();
  }
}
