import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FirstCall } from '#contract/first-call.ts';
import { firstCalls, openingCalls } from '#contract/first-calls.ts';
import type { School } from '#contract/schools/endpoints.ts';
import { isPublicAddress } from '#contract/sharing/shared-fields.ts';
import { originOf } from '../security/authenticate.ts';
import { previewUrl } from '../files/pictures.ts';
import { escapeHtml } from './escape-html.ts';
import { linkPreviewOf, type LinkPreview } from './link-preview.ts';
import type { Parts } from './serve.ts';

/** Data inside the page: replies as a data block, and the cookies that came with them. */
export interface PreloadedData {
  readonly block: string;
  /** The school's name as HTML. */
  readonly name: string;
  readonly cookies: readonly string[];
  /** The preview tags in the head, for public pages. */
  readonly preview: LinkPreview | null;
  /** True if nothing public exists at the address. */
  readonly isMissing: boolean;
}

/** Headers that identify the client and its preferences. We set the headers about the request's source ourselves. */
const carried = [
  'host',
  'cookie',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-port',
] as const;

/**
 * Returns whether a person navigates to the page. A picture, a script or a prefetch of another site must not trigger calls. Browsers that
 * don't report it (before 2023) make the calls themselves.
 */
const isVisit = ({ headers }: FastifyRequest): boolean =>
  headers['sec-fetch-mode'] === 'navigate' &&
  (headers['sec-fetch-dest'] === 'document' || headers['sec-fetch-dest'] === 'iframe') &&
  headers['sec-purpose'] === undefined &&
  headers['purpose'] === undefined;

const urlOf = ({ key, input }: FirstCall): string => {
  const query = new URLSearchParams(
    Object.entries(input ?? {}).map(([name, value]) => [name, String(value)]),
  );
  const path = key.slice(key.indexOf(' ') + 1);
  return query.size === 0 ? path : `${path}?${query}`;
};

/**
 * Returns text as a random pad and the text XORed with it. The page is compressed together with data from its address, so the compressed
 * length could reveal repeated text to an eavesdropper (BREACH, https://breachattack.com). With a new pad, nothing repeats.
 */
const masked = (text: string): string => {
  const bytes = Buffer.from(text);
  const pad = randomBytes(bytes.length);
  return Buffer.concat([pad, bytes.map((byte, index) => byte ^ (pad[index] ?? 0))]).toString(
    'base64',
  );
};

interface Answer {
  readonly call: FirstCall;
  /** The JSON, or null if the call failed. */
  readonly body: string | null;
  readonly status: number;
  readonly cookies: readonly string[];
}

/**
 * Makes the app's first calls on this server with the person's cookie, so that each is authenticated, filtered and counted as if the
 * browser had made it. Omits failed calls, which the app then repeats. Returns null if there is nothing to preload.
 */
export const preloadedData = async (
  http: FastifyInstance,
  request: FastifyRequest,
  { base, tokens, replicas }: Pick<Parts, 'base' | 'tokens' | 'replicas'>,
): Promise<PreloadedData | null> => {
  const url = new URL(request.url, 'http://page');
  const pathname = url.pathname.replace(/(.)\/+$/, '$1');
  // Public pages are also for link preview bots, which don't report a navigation.
  const isPublic = isPublicAddress(pathname, url.searchParams);
  if (!isPublic && !isVisit(request)) return null;
  const headers = Object.fromEntries(
    carried.map((name) => [name, request.headers[name]]).filter(([, value]) => value !== undefined),
  );
  const ask = async (call: FirstCall, more: Record<string, string> = {}): Promise<Answer> => {
    const answer = await http.inject({
      method: 'GET',
      url: urlOf(call),
      headers: { ...headers, accept: 'application/json', ...more },
      ...(request.socket.remoteAddress !== undefined && {
        remoteAddress: request.socket.remoteAddress,
      }),
    });
    const isGood = answer.statusCode === 200 && answer.headers['x-error-status'] === undefined;
    return {
      call,
      body: isGood ? answer.body : null,
      status: answer.statusCode,
      cookies: [answer.headers['set-cookie'] ?? []].flat(),
    };
  };
  // Public pages treat everyone as a visitor (AUTH-04).
  const [school, ...opening] = await Promise.all([
    ask(openingCalls.school),
    ...(isPublic ? [] : [ask(openingCalls.authentication), ask(openingCalls.tokens)]),
  ]);
  if (school.body === null) return null;
  const given = opening.find(({ call }) => call === openingCalls.tokens) ?? { body: null };
  const calls = firstCalls(pathname, url.searchParams);
  const session =
    given.body === null ? null : (JSON.parse(given.body) as { csrfToken: string; jwt: string });
  const own = await Promise.all(
    calls
      .filter(({ key }) => session !== null || isPublic || key === 'GET /api/v1/sso')
      .map((call) =>
        ask(
          call,
          session === null
            ? {}
            : { 'x-cg-csrf-token': session.csrfToken, authorization: `Bearer ${session.jwt}` },
        ),
      ),
  );
  const answers = [school, ...opening, ...own];
  const parts = answers.flatMap(({ call, body }) => {
    if (body === null) return [];
    const answer = call === openingCalls.tokens ? JSON.stringify(masked(body)) : body;
    return [
      `{"key":${JSON.stringify(call.key)},"input":${JSON.stringify(call.input)},"answer":${answer}}`,
    ];
  });
  const of = JSON.parse(school.body) as School;
  // The primary answered, so later reads must not be older.
  const position = await replicas?.position().catch(() => undefined);
  // A data block, which browsers don't run. Without `<`, nothing in it can end the block.
  const json = `[${parts.join(',')}]`.replaceAll('<', '\\u003c');
  return {
    block: `<script type="application/json" id="first-answers"${position === undefined ? '' : ` data-position="${position}"`}>${json}</script>`,
    // The stylesheet shows the attribute. The text of an element would first appear unstyled, and then move.
    name: `<em data-school="${escapeHtml(of.name)}"></em>`,
    preview: isPublic
      ? linkPreviewOf(of, own[0]?.body ?? null, {
          origin: originOf(request, base),
          pictureUrl: (url) => previewUrl(tokens, url),
        })
      : null,
    isMissing: isPublic && own[0]?.status === 404,
    cookies: answers.flatMap(({ cookies }) => cookies),
  };
};
