import { isSafeHref, normalBlocks, parseHtml, writeHtml, type Block, type Line, type Run } from './bio-document.ts';

/**
 * The bio as plain text in a form, without loss: a blank line starts a paragraph, `**bold**`, `*italic*`,
 * `- ` and `1. ` lists (a line that goes on is indented by two spaces), `[words](https://…)`; `\` before a sign
 * takes it literally.
 */
export const htmlToText = (html: string): string => writeText(parseHtml(html));
export const textToHtml = (text: string): string => writeHtml(parseText(text));

const listStart = /^(?:- |(\d{1,3})\. )/;

export function parseText(text: string): Block[] {
  const blocks: Block[] = [];
  // What a paragraph or a list item consists of so far.
  let raw: string[] = [];
  let list = null as { kind: 'ul' | 'ol'; items: Line[] } | null;

  const endLine = () => {
    if (raw.length === 0) return;
    const line = parseLine(raw.join('\n'));
    if (list) list.items.push(line);
    else blocks.push({ kind: 'p', line });
    raw = [];
  };

  for (const row of text.replace(/\r\n?/g, '\n').split('\n')) {
    if (row.trim() === '') {
      endLine();
      list = null;
      continue;
    }
    const start = listStart.exec(row);
    if (start) {
      endLine();
      const kind = start[1] === undefined ? 'ul' : 'ol';
      if (list?.kind !== kind) {
        list = { kind, items: [] };
        blocks.push(list);
      }
      raw = [row.slice(start[0].length)];
    } else {
      if (list && !row.startsWith('  ')) {
        endLine();
        list = null;
      }
      raw.push(row.trim());
    }
  }
  endLine();
  return normalBlocks(blocks);
}

interface Marker {
  at: number;
  mark: 'strong' | 'em';
}

/** Reads marks; one that never closes is an ordinary asterisk, and the line is read again with that in mind. */
function parseLine(text: string): Line {
  const literal = new Set<number>();
  for (;;) {
    const open: Marker[] = [];
    const refused: Marker[] = [];
    const line = readRuns(text, literal, open, refused);
    if (open.length === 0) return line;
    for (const { at, mark } of open) {
      literal.add(at);
      // What could not close this one closes no other: those are themselves too, and need no reading of their own.
      for (const later of refused) if (later.mark === mark && later.at > at) literal.add(later.at);
    }
  }
}

function readRuns(text: string, literal: ReadonlySet<number>, open: Marker[], refused: Marker[], href?: string): Run[] {
  const runs: Run[] = [];
  const say = (sign: string, linked = href) =>
    runs.push({
      text: sign,
      ...(open.some(({ mark }) => mark === 'strong') && { strong: true }),
      ...(open.some(({ mark }) => mark === 'em') && { em: true }),
      ...(linked !== undefined && { href: linked }),
    });
  /** Opens before a word, closes after one; else the asterisk is itself. */
  const toggles = (mark: Marker['mark'], at: number, before: number, after: number): boolean => {
    const place = open.findIndex((marker) => marker.mark === mark);
    if (literal.has(at)) return false;
    if (/^\s?$/.test((place < 0 ? text[after] : text[before]) ?? '')) {
      if (place >= 0) refused.push({ at, mark });
      return false;
    }
    if (place < 0) open.push({ at, mark });
    else open.splice(place, 1);
    return true;
  };

  let linkEnd = -1;
  let linkHref = href;
  for (let at = 0; at < text.length;) {
    if (at === linkEnd) {
      at = skipUrl(text, at + 2) + 1;
      linkEnd = -1;
      linkHref = href;
      continue;
    }
    const sign = text[at] ?? '';
    if (sign === '\\' && /[\\*[\]\-.]/.test(text[at + 1] ?? '')) {
      say(text[at + 1] ?? '', linkHref);
      at += 2;
    } else if (sign === '*') {
      let end = at;
      while (end < at + 3 && text[end] === '*') end++;
      const width = end - at;
      for (let step = at; step < end;) {
        const mark = width === 1 || step === at + 2 ? 'em' : 'strong';
        const size = mark === 'em' ? 1 : 2;
        if (!toggles(mark, step, at - 1, end)) for (let star = 0; star < size; star++) say('*', linkHref);
        step += size;
      }
      at = end;
    } else if (sign === '[' && linkEnd < 0 && findLink(text, at)) {
      const link = findLink(text, at);
      linkEnd = link?.end ?? -1;
      linkHref = link?.href;
      at++;
    } else {
      say(sign, linkHref);
      at++;
    }
  }
  return runs;
}

function findLink(text: string, start: number): { end: number; href: string } | null {
  for (let end = start + 1; end < text.length; end++) {
    if (text[end] === '\\') end++;
    else if (text[end] === ']') {
      if (text[end + 1] !== '(') return null;
      const close = skipUrl(text, end + 2);
      const href = text.slice(end + 2, close).replace(/\\([()])/g, '$1');
      return text[close] === ')' && isSafeHref(href) ? { end, href } : null;
    } else if (text[end] === '[') return null;
  }
  return null;
}

function skipUrl(text: string, from: number): number {
  let at = from;
  while (at < text.length && text[at] !== ')') at += text[at] === '\\' ? 2 : 1;
  return at;
}

export const writeText = (blocks: readonly Block[]): string =>
  blocks
    .map((block) =>
      block.kind === 'p'
        ? writeLine(block.line, true)
        : block.items
            .map((item, place) => `${block.kind === 'ul' ? '- ' : `${place + 1}. `}${writeLine(item, false).replaceAll('\n', '\n  ')}`)
            .join('\n'),
    )
    .join('\n\n');

function writeLine(line: Line, isParagraph: boolean): string {
  let text = '';
  let strong = false;
  let em = false;
  let href: string | undefined;
  const turn = (run: Run) => {
    if (href !== undefined && run.href !== href) text += `](${href.replace(/[()]/g, '\\$&')})`;
    if ((run.strong ?? false) !== strong) text += '**';
    if ((run.em ?? false) !== em) text += '*';
    if (run.href !== undefined && run.href !== href) text += '[';
    strong = run.strong ?? false;
    em = run.em ?? false;
    href = run.href;
  };
  for (const run of line) {
    turn(run);
    text += run.text.replace(/[\\*[\]]/g, '\\$&');
  }
  turn({ text: '' });
  // A line of a paragraph that looks like the start of a list is not one.
  return isParagraph ? text.replace(/^(-|\d{1,3}\.) /gm, (start) => `${start.slice(0, -2)}\\${start.slice(-2)}`) : text;
}
