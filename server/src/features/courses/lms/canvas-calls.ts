import { OutboundError } from '../../../kernel/outbound/outbound.ts';
import { LmsFailed, type LmsReading } from './connector.ts';

/*
 * Calls to Canvas: pages by Link headers, its rate limit, and the meaning of its errors.
 * https://developerdocs.instructure.com/services/canvas/basics/file.pagination
 * https://developerdocs.instructure.com/services/canvas/basics/file.throttling
 */

/** Maximum pages of a list. */
const pagesMost = 20;
/** Seconds one call may take. */
const callSeconds = 10;
/** Attempts of a call with temporary errors. */
const tries = 4;
/** Calls wait if fewer units remain. The limit restores about 10 units per second. */
const reserve = 100;
const unitsASecond = 10;
/** Maximum milliseconds to wait within a sync. A longer wait postpones the sync. */
const waitMost = 8_000;

/** Maximum characters of a Link header. */
const linkMost = 8_000;

/**
 * Returns the next page of a reply (RFC 8288), or null if it is the last. `unusable`: there is one, but at another system, or the header is
 * too long, so the list is incomplete. Addresses can contain commas.
 */
export const nextPage = (link: string | null, at: string): URL | 'unusable' | null => {
  if (link === null) return null;
  if (link.length > linkMost) return 'unusable';
  for (const [, address = '', parameters = ''] of link.matchAll(/<([^>]*)>([^<]*)/g)) {
    const [, quoted, plain] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
    if (!(quoted ?? plain ?? '').toLowerCase().split(/\s+/).includes('next')) continue;
    const url = URL.parse(address, at);
    return url !== null && url.origin === new URL(at).origin ? url : 'unusable';
  }
  return null;
};

const isThrottled = (answer: Response, text: string): boolean =>
  answer.status === 429 || (answer.status === 403 && /rate limit exceeded/i.test(text));

/** Returns the milliseconds before the next attempt: longer each time, with a random part. */
const pause = (round: number, answer: Response | null): number => {
  const asked = Number(answer?.headers.get('retry-after') ?? NaN);
  const wanted = Number.isFinite(asked) && asked >= 0 ? asked * 1_000 : 500 * 2 ** round;
  return wanted * (0.8 + Math.random() * 0.4);
};

const jsonOf = (answer: Response, text: string): unknown => {
  if (!/\bjson\b/i.test(answer.headers.get('content-type') ?? '')) throw new LmsFailed('answer');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new LmsFailed('answer', null, error);
  }
};

interface Page {
  /** Undefined if unchanged. Null if it doesn't exist. */
  readonly body: unknown;
  readonly etag: string | null;
  readonly next: string | null;
}

/** Handles a refused token: with WWW-Authenticate it is no longer valid; otherwise, the person isn't allowed to see this. */
const refused = async (reading: LmsReading, answer: Response, isRenewed: boolean) => {
  if (answer.headers.get('www-authenticate') === null) throw new LmsFailed('forbidden');
  if (isRenewed) throw new LmsFailed('ended');
  await reading.renew();
};

const getPage = async (reading: LmsReading, url: string, etag: string | null): Promise<Page> => {
  let isRenewed = false;
  for (let round = 0; ; round += 1) {
    await reading.beforeCall();
    let answer: Response;
    let text: string;
    try {
      answer = await reading.outbound(url, {
        headers: {
          authorization: `Bearer ${reading.accessToken()}`,
          // Ids have 64 bits, which exceeds a JavaScript number (https://developerdocs.instructure.com/services/canvas, Schema).
          accept: 'application/json+canvas-string-ids',
          ...(etag !== null && { 'if-none-match': etag }),
        },
        seconds: callSeconds,
      });
      text = await answer.text();
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const reason =
        error.reason === 'size' || error.reason === 'timeout' ? error.reason : 'unreachable';
      if (reason !== 'unreachable' || round + 1 >= tries) throw new LmsFailed(reason, null, error);
      await reading.wait(pause(round, null));
      continue;
    }
    const { status } = answer;
    if (status === 401) {
      await refused(reading, answer, isRenewed);
      isRenewed = true;
      continue;
    }
    if (isThrottled(answer, text) || status >= 500) {
      const wait = pause(round, answer);
      const reason = status >= 500 ? 'unreachable' : 'throttled';
      if (round + 1 >= tries || wait > waitMost)
        throw new LmsFailed(reason, Math.ceil(wait / 1_000));
      await reading.wait(wait);
      continue;
    }
    const left = Number(answer.headers.get('x-rate-limit-remaining') ?? NaN);
    if (left < reserve)
      await reading.wait(Math.min(waitMost, ((reserve - left) / unitsASecond) * 1_000));
    if (status === 304) return { body: undefined, etag, next: null };
    if (status === 404) return { body: null, etag: null, next: null };
    if (status === 403) throw new LmsFailed('forbidden');
    if (status !== 200) throw new LmsFailed('answer');
    const tag = answer.headers.get('etag');
    const next = nextPage(answer.headers.get('link'), url);
    if (next === 'unusable') throw new LmsFailed('answer');
    return {
      body: jsonOf(answer, text),
      etag: tag !== null && tag.length <= 200 ? tag : null,
      next: next?.href ?? null,
    };
  }
};

/** Returns the maximum rows per page in the address. */
const pageSizeOf = (address: string): number =>
  Number(new URL(address).searchParams.get('per_page') ?? NaN);

/**
 * Returns all rows of a list, or its status. A list with one page is requested conditionally. The ETag of a full page can't be used,
 * because it doesn't change when a second page is added.
 */
export const getList = async (
  reading: LmsReading,
  path: string,
  etags: readonly string[],
): Promise<{ rows: unknown[]; etags: string[] } | 'same' | 'gone'> => {
  const rows: unknown[] = [];
  const marks: string[] = [];
  const first = `${reading.client.baseUrl}${path}`;
  let at: string | null = first;
  let pages = 0;
  for (; at !== null && pages < pagesMost; pages += 1) {
    const known = pages === 0 && etags.length === 1 ? (etags[0] ?? null) : null;
    const { body, etag, next }: Page = await getPage(reading, at, known);
    if (body === undefined) return 'same';
    if (body === null) return 'gone';
    if (!Array.isArray(body)) throw new LmsFailed('answer');
    rows.push(...(body as unknown[]));
    if (etag !== null) marks.push(etag);
    at = next;
  }
  if (at !== null) throw new LmsFailed('size');
  const isOnePage = pages === 1 && rows.length < pageSizeOf(first);
  return { rows, etags: isOnePage ? marks : [] };
};
