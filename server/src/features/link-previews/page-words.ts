import { Parser } from 'htmlparser2';
import { visibleText } from '#contract/visible-text.ts';

/** The metadata of a page (https://ogp.me, and older names). */
export interface PageMetadata {
  readonly title: string;
  readonly description: string;
  readonly site: string;
  /** Address of a picture as the page contains it. Null if there is none. */
  readonly picture: string | null;
}

const one = (text: string | undefined, most: number): string => {
  const line = visibleText((text ?? '').replace(/[\p{Cc}\s]+/gu, ' '));
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
};

/** Decodes a page with the encoding in the response's header, or in the page's head, or else as UTF-8. */
const decode = (bytes: Uint8Array, contentType: string): string => {
  const head = Buffer.from(bytes.subarray(0, 2_048)).toString('latin1');
  const label =
    /charset="?([\w-]+)/i.exec(contentType)?.[1] ??
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(head)?.[1] ??
    'utf-8';
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
};

/**
 * Maximum depth of nested elements. The parser searches all open elements at each closing tag, so a page with many open
 * elements would keep the server busy for seconds.
 */
const depthMax = 200;

/** Reads a page that may be cut off, up to the maximum depth. Runs nothing in it, and returns only plain text. */
export const readPage = (bytes: Uint8Array, contentType: string): PageMetadata => {
  const meta = new Map<string, string>();
  let title = '';
  let isInTitle = false;
  let depth = 0;
  const parser = new Parser({
    onopentag: (name, { property, name: metaName, content }) => {
      depth += 1;
      if (depth > depthMax) parser.pause();
      if (name === 'title' && title === '') isInTitle = true;
      const key = (property ?? metaName)?.toLowerCase();
      if (name === 'meta' && key !== undefined && content !== undefined && !meta.has(key))
        meta.set(key, content);
    },
    ontext: (text) => {
      if (isInTitle) title += text;
    },
    onclosetag: (name) => {
      depth -= 1;
      if (name === 'title') isInTitle = false;
    },
  });
  parser.end(decode(bytes, contentType));
  return {
    title: one(meta.get('og:title') ?? meta.get('twitter:title') ?? title, 200),
    description: one(
      meta.get('og:description') ?? meta.get('twitter:description') ?? meta.get('description'),
      400,
    ),
    site: one(meta.get('og:site_name'), 80),
    picture: meta.get('og:image') ?? meta.get('og:image:url') ?? meta.get('twitter:image') ?? null,
  };
};
