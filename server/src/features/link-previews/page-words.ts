import { Parser } from 'htmlparser2';
import { visibleText } from '#contract/visible-text.ts';

/** What a page says of itself (https://ogp.me, and the older names beside it). */
export interface PageWords {
  readonly title: string;
  readonly description: string;
  readonly site: string;
  /** Address of a picture as the page writes it, or null. */
  readonly picture: string | null;
}

const one = (text: string | undefined, most: number): string => {
  const line = visibleText((text ?? '').replace(/[\p{Cc}\s]+/gu, ' '));
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
};

/** The encoding a page is written in: the answer's header first, then its own head, else UTF-8. */
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
 * Elements within one another that are read. The parser looks through all open ones at each closing tag, so a page that opens many
 * and closes others would keep the server busy for seconds.
 */
const deepest = 200;

/**
 * Reads a page, as far as it has come and down to where it is too deep; nothing of it is run, and nothing but plain text is taken.
 */
export const readPage = (bytes: Uint8Array, contentType: string): PageWords => {
  const meta = new Map<string, string>();
  let title = '';
  let isInTitle = false;
  let depth = 0;
  const parser = new Parser({
    onopentag: (name, { property, name: metaName, content }) => {
      depth += 1;
      if (depth > deepest) parser.pause();
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
