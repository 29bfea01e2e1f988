import type { Scope } from '../../kernel/context.ts';
import { OutboundError } from '../../kernel/outbound/outbound.ts';
import {
  PictureError,
  encodeSmall,
  encodeOriginal,
  uploadFormats,
  withPicture,
} from '../../kernel/files/picture-encoding.ts';
import type { NewPreview } from './link-previews.queries.ts';
import { readPage } from './page-words.ts';

/** Maximum bytes to read of a page. The metadata is in its head. */
const pageBytes = 524_288;
const pictureBytes = 1_048_576;
/** Maximum redirects to follow. Each address is checked like the first, so that none leads into a private network. */
const redirectsMax = 4;
/** Milliseconds for a page with its redirects, and the same for its picture. */
const timeoutMs = 5_000;
/** Longest side of a preview's picture in pixels. */
const pictureSide = 480;

const redirects = new Set([301, 302, 303, 307, 308]);

/** Requests an address and follows its redirects. Returns null if the last one doesn't respond. */
const follow = async (
  scope: Scope,
  url: string,
  accept: string,
  bytesRead: number,
): Promise<{ url: string; answer: Response } | null> => {
  const until = Date.now() + timeoutMs;
  let at = url;
  for (let hop = 0; hop <= redirectsMax; hop += 1) {
    const seconds = (until - Date.now()) / 1000;
    if (seconds <= 0) return null;
    const answer = await scope.pages(at, {
      headers: { accept, 'accept-language': scope.school.locale },
      seconds,
      bytesRead,
    });
    if (!redirects.has(answer.status)) return answer.ok ? { url: at, answer } : null;
    const next = URL.parse(answer.headers.get('location') ?? '', at);
    if (next === null) return null;
    at = next.href;
  }
  return null;
};

const fetchPicture = async (scope: Scope, url: string | undefined): Promise<string | null> => {
  if (url === undefined) return null;
  const found = await follow(scope, url, 'image/*', pictureBytes);
  if (found === null) return null;
  const bytes = Buffer.from(await found.answer.arrayBuffer());
  // A picture that was cut off is useless.
  if (bytes.length >= pictureBytes) return null;
  const small = await withPicture(bytes, uploadFormats, async (picture) =>
    encodeSmall(await encodeOriginal(picture), pictureSide),
  );
  return scope.files.put(scope.school.school_id, small, 'webp');
};

/** Expected errors of other servers, which aren't logged. Addresses in private networks are logged. */
const expected =
  (scope: Scope) =>
  (error: unknown): null => {
    if (!(error instanceof OutboundError) && !(error instanceof PictureError)) throw error;
    if (error instanceof OutboundError && error.reason === 'private')
      scope.log.info({ code: 'private_address' }, 'preview refused');
    return null;
  };

/**
 * Fetches the metadata of a page. All fields are empty if it has none or is unreachable. Must run outside of
 * transactions.
 */
export const fetchPreview = async (scope: Scope, url: string): Promise<NewPreview> => {
  const nothing: NewPreview = { url, title: '', description: '', site: '', picture: null };
  const found = await follow(scope, url, 'text/html,application/xhtml+xml', pageBytes).catch(
    expected(scope),
  );
  const contentType = found?.answer.headers.get('content-type') ?? '';
  if (found === null || !/^\s*(?:text\/html|application\/xhtml\+xml)/i.test(contentType))
    return nothing;
  const { picture, title, description, site } = readPage(
    new Uint8Array(await found.answer.arrayBuffer()),
    contentType,
  );
  if (title === '') return nothing;
  const address = picture === null ? undefined : URL.parse(picture, found.url)?.href;
  return {
    url,
    title,
    description,
    site: site === '' ? (URL.parse(url)?.hostname ?? '') : site,
    picture: await fetchPicture(scope, address).catch(expected(scope)),
  };
};
