import { noAnswer } from './call-error.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface Sent {
  url: string;
  init: RequestInit;
}

type Input = Readonly<Record<string, unknown>>;

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** `GET /api/v1/sessions/{id}` and its input → the request. What the path does not take goes to query or body; `upload` is a file and the whole body. */
export function buildRequest(key: string, input: unknown, headers: Record<string, string>, cookies: string, isCookieless = false): Sent {
  const [method = 'GET', template = '/'] = key.split(' ');
  const rest: Record<string, unknown> = { ...(input as Input | undefined) };
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const init: RequestInit = { method, headers: { Accept: 'application/json', ...headers }, credentials: 'same-origin' };
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
    for (const [name, value] of Object.entries(rest)) if (isPlain(value)) query.set(name, String(value));
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

/** Sends, and reads the body as JSON where it is JSON. A call that was given up keeps its own error. */
export async function send(fetch: Fetch, { url, init }: Sent, signal?: AbortSignal): Promise<{ response: Response; body: unknown }> {
  try {
    const response = await fetch(url, signal ? { ...init, signal } : init);
    const text = await response.text();
    const isJson = /\bjson\b/.test(response.headers.get('Content-Type') ?? '');
    return { response, body: isJson && text !== '' ? (JSON.parse(text) as unknown) : text };
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw noAnswer(cause);
  }
}
