/*
 * The formatting of messages and posts (contract/src/chat/messages.endpoints.ts): `*bold*`, `_italic_`, `~struck~`, `` `code`
 * ``, ``` blocks, lists, links and mentions. The parser returns a tree of plain parts that components render, and never HTML.
 */

import { linkEnd } from '#contract/sharing/link-end.ts';

export type Inline =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly href: string; readonly text: string }
  | { readonly kind: 'mention'; readonly uid: string }
  | { readonly kind: 'bold' | 'italic' | 'struck'; readonly parts: readonly Inline[] };

export type Block =
  | { readonly kind: 'lines'; readonly lines: readonly (readonly Inline[])[] }
  | {
      readonly kind: 'list';
      readonly isOrdered: boolean;
      readonly from: number;
      readonly items: readonly (readonly Inline[])[];
    }
  | { readonly kind: 'quote'; readonly lines: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string };

const marks = { '*': 'bold', _: 'italic', '~': 'struck' } as const;
const isMark = (sign: string): sign is keyof typeof marks => Object.hasOwn(marks, sign);
/** Maximum nesting of marks. Deeper marks stay plain text. */
const depthMax = 4;

const link = /(?:https?:\/\/|www\.)[^\s<>"']+/iy;
/** A person's uid, or `club:` and a club's ID. */
const mention = /@\[((?:club:)?\d{1,16})\]/y;
const isWord = (sign: string | undefined): boolean =>
  sign !== undefined && /[\p{L}\p{N}]/u.test(sign);

/** Maximum number of failed attempts to read a URL on a line. After that, the rest of the line has no links. */
const failedLinksMax = 16;

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** Returns where each mark can close, last position first: after a character, and not within a word. */
const closesOf = (text: string): Readonly<Record<string, number[]>> => {
  const closes: Record<keyof typeof marks, number[]> = { '*': [], _: [], '~': [] };
  for (let at = text.length - 1; at > 0; at -= 1) {
    const sign = text.charAt(at);
    if (isMark(sign) && !/\s/.test(text.charAt(at - 1)) && !isWord(text[at + 1]))
      closes[sign].push(at);
  }
  return closes;
};

/**
 * Returns where a mark that opens at `at` closes: on the same line and with content. Call it from left to right; it drops
 * passed positions from `closes`.
 */
const closeOf = (text: string, at: number, mark: string, closes: number[]): number => {
  const first = text[at + 1];
  if (first === undefined || /\s/.test(first) || first === mark || isWord(text[at - 1])) return -1;
  while ((closes.at(-1) ?? Infinity) < at + 2) closes.pop();
  return closes.at(-1) ?? -1;
};

/** Parses a line in linear time, whatever it contains. */
export function readInline(text: string, depth = 0): Inline[] {
  const parts: Inline[] = [];
  let plain = '';
  let failedLinks = 0;
  const closes = depth < depthMax ? closesOf(text) : {};
  const flush = () => {
    if (plain !== '') parts.push({ kind: 'text', text: plain });
    plain = '';
  };
  const push = (part: Inline) => {
    flush();
    parts.push(part);
  };
  for (let at = 0; at < text.length;) {
    const sign = text[at] ?? '';
    if (sign === '`') {
      const end = text.indexOf('`', at + 1);
      if (end > at + 1) {
        push({ kind: 'code', text: text.slice(at + 1, end) });
        at = end + 1;
        continue;
      }
    }
    const named = sign === '@' ? matchAt(mention, text, at) : null;
    if (named !== null) {
      push({ kind: 'mention', uid: named[1] ?? '' });
      at += named[0].length;
      continue;
    }
    const found =
      failedLinks < failedLinksMax && /[hw]/i.test(sign) && !isWord(text[at - 1])
        ? matchAt(link, text, at)
        : null;
    if (found !== null) {
      const shown = found[0].slice(0, linkEnd(found[0]));
      const url = URL.parse(/^www\./i.test(shown) ? `https://${shown}` : shown);
      if (url !== null && (url.hostname.includes('.') || url.hostname === 'localhost')) {
        push({ kind: 'link', href: url.href, text: shown });
        at += shown.length;
        continue;
      }
      failedLinks += 1;
    }
    if (isMark(sign) && depth < depthMax) {
      const end = closeOf(text, at, sign, closes[sign] ?? []);
      if (end !== -1) {
        push({ kind: marks[sign], parts: readInline(text.slice(at + 1, end), depth + 1) });
        at = end + 1;
        continue;
      }
    }
    plain += sign;
    at += 1;
  }
  flush();
  return parts;
}

const bullet = /^\s{0,3}[-•]\s+(.+)$/;
const numbered = /^\s{0,3}(\d{1,3})[.)]\s+(.+)$/;

/** Parses a message. */
export function readMessage(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  /** Lines that close a code block, last one first. */
  const fences = lines.flatMap((line, at) => (line.trim() === '```' ? [at] : [])).toReversed();
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    if (line.trimStart().startsWith('```')) {
      while ((fences.at(-1) ?? Infinity) <= at) fences.pop();
      const end = fences.at(-1);
      const single = /^\s*```(.+)```\s*$/.exec(line);
      if (single !== null) {
        blocks.push({ kind: 'code', text: single[1] ?? '' });
        at += 1;
        continue;
      }
      if (end !== undefined) {
        // Text after the opening marks is shown too, so that nothing typed is hidden.
        const first = line.trimStart().slice(3);
        blocks.push({
          kind: 'code',
          text: [...(first.trim() === '' ? [] : [first]), ...lines.slice(at + 1, end)].join('\n'),
        });
        at = end + 1;
        continue;
      }
    }
    const kind = kindOf(line);
    const begin = at;
    while (
      at < lines.length &&
      kindOf(lines[at] ?? '') === kind &&
      (at === begin || !(lines[at] ?? '').trimStart().startsWith('```'))
    )
      at += 1;
    const own = lines.slice(begin, at);
    if (kind === 'bullets')
      blocks.push({
        kind: 'list',
        isOrdered: false,
        from: 1,
        items: own.map((one) => readInline(bullet.exec(one)?.[1] ?? '')),
      });
    else if (kind === 'numbers')
      blocks.push({
        kind: 'list',
        isOrdered: true,
        from: Number(numbered.exec(line)?.[1] ?? 1),
        items: own.map((one) => readInline(numbered.exec(one)?.[2] ?? '')),
      });
    else if (kind === 'quote')
      blocks.push({
        kind: 'quote',
        lines: own.map((one) => readInline(one.replace(/^\s{0,3}>\s?/, ''))),
      });
    else {
      // An empty line next to a block is just its margin.
      const words = own.slice(
        begin > 0 && isEmpty(own[0]) ? 1 : 0,
        at < lines.length && isEmpty(own.at(-1)) ? -1 : undefined,
      );
      if (words.length > 0)
        blocks.push({ kind: 'lines', lines: words.map((one) => readInline(one)) });
    }
  }
  return blocks;
}

const isEmpty = (line: string | undefined): boolean => line?.trim() === '';

const kindOf = (line: string): 'bullets' | 'numbers' | 'quote' | 'lines' =>
  bullet.test(line)
    ? 'bullets'
    : numbered.test(line)
      ? 'numbers'
      : /^\s{0,3}>\s?\S/.test(line)
        ? 'quote'
        : 'lines';

/** Returns the plain text in one line, for lists, notifications and quotes. `nameOf` returns the names of mentioned people. */
export const plainWords = (text: string, nameOf: (uid: string) => string): string =>
  readMessage(text)
    .map((block) => {
      if (block.kind === 'code') return block.text;
      return (block.kind === 'list' ? block.items : block.lines)
        .map((line) => wordsOf(line, nameOf))
        .join(' ');
    })
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();

const wordsOf = (parts: readonly Inline[], nameOf: (uid: string) => string): string =>
  parts
    .map((part) => {
      if ('parts' in part) return wordsOf(part.parts, nameOf);
      return part.kind === 'mention' ? `@${nameOf(part.uid)}` : part.text;
    })
    .join('');

/** Returns whether a message is only up to three emoji, which are shown large. */
export const isEmojiOnly = (text: string): boolean =>
  text.length <= 40 && /^(?:\p{RGI_Emoji}\s*){1,3}$/v.test(text.trim());
