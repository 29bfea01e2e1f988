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

/** What travels inside the page: answers as a block of data, and the cookies that came with them. */
export interface PreloadedData {
  readonly block: string;
  /** The school's name as HTML. */
  readonly name: string;
  readonly cookies: readonly string[];
  /** Of a page that anybody may see: what stands in its head for previews of links. */
  readonly preview: LinkPreview | null;
  /** Of such a page: there is nothing to see at its address. */
  readonly isMissing: boolean;
}

/** Headers that say who asks and how; what says where a request comes from is said by ourselves. */
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
 * Only for a page that somebody goes to: a picture, a script or a prefetch of another site must set nothing going.
 * A browser that does not say so (before 2023) asks for itself.
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
 * Text as a random pad and the text under it: the page is compressed together with what its address says, and the length of
 * what stands there twice tells a watcher of the line (BREACH, https://breachattack.com). Under a new pad nothing repeats.
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
  /** Its JSON; null where it did not succeed. */
  readonly body: string | null;
  readonly status: number;
  readonly cookies: readonly string[];
}

/**
 * Puts the calls that the app would begin with to this very server, as the person whose cookie came: each is admitted,
 * filtered and counted as if the browser had sent it. What fails is left out, and the app asks for itself. Null where nothing
 * is to be handed over.
 */
export const preloadedData = async (
  http: FastifyInstance,
  request: FastifyRequest,
  { base, tokens }: Pick<Parts, 'base' | 'tokens'>,
): Promise<PreloadedData | null> => {
  const url = new URL(request.url, 'http://page');
  const pathname = url.pathname.replace(/(.)\/+$/, '$1');
  // What anybody sees is also for those who make previews of links; they do not say that they go there.
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
  // In public mode nobody is signed in, whoever they are (AUTH-04).
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
  // Data, not a script: no browser runs it. Without `<` nothing in it can end the block.
  const json = `[${parts.join(',')}]`.replaceAll('<', '\\u003c');
  return {
    block: `<script type="application/json" id="first-answers">${json}</script>`,
    name: `<em dir="auto">${escapeHtml(of.name)}</em>`,
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
