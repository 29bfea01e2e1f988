import { networkError } from './call-error.ts';

export interface Fetch {
  (url: string, init: RequestInit): Promise<Response>;
  /** It gives up by itself when nothing moves any more, however long the whole may take (sending-fetch.ts). */
  readonly isWatched?: true;
}

/** How long a call waits for its answer to begin, in milliseconds, and how long without a sign an upload goes on. What takes longer hangs. */
export const responseTimeoutMs = 30_000;
/** How long an answer that has begun may take to come whole. */
const bodyTimeoutMs = 120_000;
/** How long what was asked before the network came back still waits: most of that hangs on a connection that is gone. */
const reconnectTimeoutMs = 5_000;
/** Bytes in a millisecond that a file sent without telling its progress goes at least. */
const slowest = 8;

interface Sent {
  url: string;
  init: RequestInit;
}

type Input = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** `GET /api/v1/sessions/{id}` and its input → the request. What the path does not take goes to query or body; `upload` is a file and the whole body. */
export function buildRequest(
  key: string,
  input: unknown,
  headers: Record<string, string>,
  cookies: string,
  isCookieless = false,
): Sent {
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
  // With a token of its own a call is that token's, whatever cookie may lie about.
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

/** Ends a call that hangs: a signal that follows the caller's, and fires by itself when the answer does not come. */
function limited({ method, body }: RequestInit, signal: AbortSignal | undefined) {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const within = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(new DOMException('no answer in time', 'TimeoutError')), ms);
  };
  const giveUp = () => stop.abort(signal?.reason);
  const hurry = () => within(reconnectTimeoutMs);
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp);
  // What only asks can be asked again; of anything else nobody knows whether it was done.
  if (method === 'GET') window.addEventListener('online', hurry);
  within(responseTimeoutMs + (body instanceof Blob ? body.size / slowest : 0));
  return {
    signal: stop.signal,
    within,
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      window.removeEventListener('online', hurry);
    },
  };
}

/** Sends, and reads the body as JSON where it is JSON. A call that was given up keeps its own error; one that hangs ends as without network. */
export async function send(
  fetch: Fetch,
  { url, init }: Sent,
  signal?: AbortSignal,
): Promise<{ response: Response; body: unknown }> {
  const limit = fetch.isWatched ? null : limited(init, signal);
  const ends = limit?.signal ?? signal;
  try {
    const response = await fetch(url, ends ? { ...init, signal: ends } : init);
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
