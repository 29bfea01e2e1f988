import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { schoolOf } from '../security/authenticate.ts';
import { countInMemory, networkOf } from '../security/rate-limits.ts';
import type { Scope } from '../context.ts';
import type { SchoolId } from '../ids.ts';
import { problem } from './problem.ts';
import type { Parts } from './serve.ts';

/** A file that a feature opened by its address. */
export interface OpenedAttachment {
  /** The file name for saving. */
  readonly name: string;
  /** The media type for showing the file in a page. Null if it can only be downloaded. */
  readonly inlineType: string | null;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Opens a file by the parts of its address, which prove access. Returns null if there is none. */
export type OpenAttachment = (
  scope: Scope,
  parts: Readonly<Record<string, string>>,
) => Promise<OpenedAttachment | null>;

/** Returns the header with which browsers save a file under its name (RFC 6266, 8187). */
const asAttachment = (name: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/** Maximum files that a network can read. A whole school behind one address can look at pictures in chats. */
const readings = { max: 20_000, seconds: 30 };

/**
 * `GET path`: a feature's file that a person uploaded. Nothing in it can run at our origin: browsers download it unless we have encoded it,
 * don't guess its type, and give it no origin or scripts if it is opened directly. The address contains proof of access, so pictures also
 * load without cookies.
 */
export const serveAttachments = (
  http: FastifyInstance,
  parts: Parts,
  { path, open }: { path: string; open: OpenAttachment },
  scopeOf: (school: SchoolId) => Promise<Scope>,
): void => {
  http.get<{ Params: Record<string, string>; Querystring: Record<string, string> }>(
    path,
    async (request, reply) => {
      const { school_id: school } = await schoolOf(request, { ...parts, now: parts.clock.now() });
      await countInMemory(parts, `attachments:${school}:from:${networkOf(request.ip)}`, readings);
      const opened = await open(await scopeOf(school), { ...request.query, ...request.params });
      if (opened === null) throw problem('not_found');
      if (opened.inlineType === null)
        void reply.header('Content-Disposition', asAttachment(opened.name));
      return (
        reply
          .type(opened.inlineType ?? 'application/octet-stream')
          .header('X-Content-Type-Options', 'nosniff')
          .header('Content-Security-Policy', "default-src 'none'; sandbox")
          // The address is valid for a day or two, and its content never changes. Proxies must not cache it.
          .header('Cache-Control', 'private, max-age=86400, immutable')
          .send(Readable.from(opened.bytes))
      );
    },
  );
};
