import type { FastifyInstance } from 'fastify';
import { Readable } from 'node:stream';
import { schoolOf } from '../security/authenticate.ts';
import { countInMemory, networkOf } from '../security/rate-limits.ts';
import type { Scope } from '../context.ts';
import type { SchoolId } from '../ids.ts';
import { problem } from './problem.ts';
import type { Parts } from './serve.ts';

/** A file that a feature has opened for whoever has its address. */
export interface OpenedAttachment {
  /** Under which it is saved. */
  readonly name: string;
  /** Media type under which a page may show it; null: nothing shows it, it is saved to disk. */
  readonly inlineType: string | null;
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** Opens a file by the parts of its address, which prove that the asker was told it; null where there is none. */
export type OpenAttachment = (
  scope: Scope,
  parts: Readonly<Record<string, string>>,
) => Promise<OpenedAttachment | null>;

/** The header by which a browser saves a file under its name (RFC 6266, 8187). */
const asAttachment = (name: string): string =>
  `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`;

/** Files that one network can read. A whole school with one address can look at pictures in chats. */
const readings = { max: 20_000, seconds: 30 };

/**
 * `GET path`: a file of a feature that came from somebody, so that nothing of it may run at our origin, whatever it holds or says
 * it is: it is saved, not shown, unless it was encoded here; no browser guesses what it might be; and opened by itself it has no
 * origin and no scripts. The address carries its own proof, so that pictures load where no cookie travels.
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
          // The address is good for a day or two, and what it opens never changes; nobody keeps it in between.
          .header('Cache-Control', 'private, max-age=86400, immutable')
          .send(Readable.from(opened.bytes))
      );
    },
  );
};
