/**
 * The content of rich text, between its stored HTML and the editor: blocks of runs. Marks are flat (a run can be strong, em
 * and part of a link), so that each formatting has only one representation.
 */
export interface Run {
  text: string;
  strong?: true;
  em?: true;
  href?: string;
}

/** A line break inside a block is '\n' in its text. */
export type Line = readonly Run[];
export type Block = { kind: 'p'; line: Line } | { kind: 'ul' | 'ol'; items: readonly Line[] };

export const isSafeHref = (href: string): boolean =>
  /^(https?:\/\/|mailto:)[^\s<>"\\]+$/i.test(href);

const sameMarks = (one: Run, other: Run) =>
  one.strong === other.strong && one.em === other.em && one.href === other.href;

/** Normalizes runs: whitespace is collapsed, marks never start or end with it, and equal neighbors are joined. */
export function normalLine(line: Line): Line {
  const signs: Run[] = [];
  for (const run of line)
    for (const text of run.text.replace(/[ \t\r\f\v]+/g, ' ')) signs.push({ ...run, text });
  const isSpace = (sign: Run | undefined) =>
    sign === undefined || sign.text === ' ' || sign.text === '\n';
  const trimmed = signs.filter((sign, at) => {
    if (sign.text === '\n') return true;
    if (sign.text !== ' ') return true;
    return !isSpace(signs[at - 1]) && signs[at + 1]?.text !== '\n';
  });
  while (isSpace(trimmed.at(-1)) && trimmed.length > 0) trimmed.pop();
  while (isSpace(trimmed[0]) && trimmed.length > 0) trimmed.shift();
  markBreaks(trimmed);
  for (const mark of ['strong', 'em', 'href'] as const) trimMark(trimmed, mark, isSpace);
  const joined: Run[] = [];
  for (const sign of trimmed) {
    const last = joined.at(-1);
    if (last && sameMarks(last, sign)) last.text += sign.text;
    else joined.push({ ...sign });
  }
  return joined;
}

/** A line break has the marks of both its sides. Marks on it are invisible, so this makes them unique. */
function markBreaks(signs: Run[]): void {
  let before: Run | undefined;
  signs.forEach((sign, at) => {
    if (sign.text !== '\n') {
      before = sign;
      return;
    }
    const after = signs.slice(at + 1).find(({ text }) => text !== '\n');
    signs[at] = {
      text: '\n',
      ...(before?.strong && after?.strong && { strong: true }),
      ...(before?.em && after?.em && { em: true }),
      ...(before?.href !== undefined && before.href === after?.href && { href: before.href }),
    };
  });
}

function trimMark(
  signs: Run[],
  mark: 'strong' | 'em' | 'href',
  isSpace: (sign: Run | undefined) => boolean,
): void {
  const differs = (at: number, from: number) => signs[at]?.[mark] !== signs[from]?.[mark];
  for (let start = 0; start < signs.length;) {
    let end = start + 1;
    while (end < signs.length && !differs(end, start)) end++;
    let first = start;
    let last = end - 1;
    while (first < end && isSpace(signs[first])) delete signs[first++]?.[mark];
    while (last >= first && isSpace(signs[last])) delete signs[last--]?.[mark];
    start = end;
  }
}

/** Normalizes blocks: two line breaks in a row start a new paragraph, and adjacent lists of a type are joined. */
export function normalBlocks(blocks: readonly Block[]): Block[] {
  const normal: Block[] = [];
  for (const block of blocks) {
    if (block.kind === 'p') {
      for (const line of splitAtBlankLines(block.line))
        if (line.length > 0) normal.push({ kind: 'p', line });
    } else {
      const items = block.items
        .flatMap((item) => splitAtBlankLines(item))
        .filter((item) => item.length > 0);
      const last = normal.at(-1);
      if (last?.kind === block.kind) last.items = [...last.items, ...items];
      else if (items.length > 0) normal.push({ kind: block.kind, items });
    }
  }
  return normal;
}

function splitAtBlankLines(line: Line): Line[] {
  const parts: Run[][] = [[]];
  let breaks = 0;
  for (const run of normalLine(line)) {
    for (const text of run.text) {
      breaks = text === '\n' ? breaks + 1 : 0;
      if (breaks === 2) parts.push([]);
      parts.at(-1)?.push({ ...run, text });
    }
  }
  return parts.map(normalLine);
}

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};

const decode = (text: string) =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, (entity, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? entity;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

const encode = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/**
 * Parses the HTML that the server stores (p, br, strong, em, ul, ol, li, a) and the editor's own. Unknown tags are replaced
 * by their text.
 */
export function parseHtml(html: string): Block[] {
  const blocks: Block[] = [];
  const lists: { kind: 'ul' | 'ol'; items: Line[] }[] = [];
  const marks = { strong: 0, em: 0 };
  const links: (string | null)[] = [];
  let line: Run[] = [];

  const endLine = () => {
    const list = lists.at(-1);
    if (list) list.items.push(line);
    else blocks.push({ kind: 'p', line });
    line = [];
  };
  const say = (text: string) => {
    const href = links.findLast((link) => link !== null);
    line.push({
      text,
      ...(marks.strong > 0 && { strong: true }),
      ...(marks.em > 0 && { em: true }),
      ...(href && { href }),
    });
  };

  for (const [, close, tag, attributes, text] of html.matchAll(
    /<(\/?)([a-z][a-z0-9]*)\b([^>]*)>|([^<]+|<)/gi,
  )) {
    const opens = close === '';
    switch (tag?.toLowerCase()) {
      case undefined:
        if (text) say(decode(text).replace(/\s*\n\s*/g, ' '));
        break;
      case 'br':
        say('\n');
        break;
      case 'strong':
      case 'b':
        marks.strong = Math.max(0, marks.strong + (opens ? 1 : -1));
        break;
      case 'em':
      case 'i':
        marks.em = Math.max(0, marks.em + (opens ? 1 : -1));
        break;
      case 'a': {
        const href = decode(
          /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/i
            .exec(attributes ?? '')
            ?.slice(1)
            .find((value) => value !== undefined) ?? '',
        );
        if (opens) links.push(isSafeHref(href) ? href : null);
        else links.pop();
        break;
      }
      case 'ul':
      case 'ol':
        endLine();
        if (opens) {
          // A nested list becomes part of the outer one, because lists have one level.
          const list = lists.at(-1) ?? {
            kind: tag?.toLowerCase() === 'ol' ? ('ol' as const) : ('ul' as const),
            items: [],
          };
          if (lists.length === 0) blocks.push(list);
          lists.push(list);
        } else {
          lists.pop();
        }
        break;
      case 'p':
        if (lists.length === 0) endLine();
        else if (!opens) say('\n');
        break;
      // The editor wraps plain text in spans.
      case 'span':
        break;
      default:
        endLine();
    }
  }
  endLine();
  return normalBlocks(blocks);
}

const lineHtml = (line: Line) =>
  line
    .map((run) => {
      let html = encode(run.text).replaceAll('\n', '<br>');
      if (run.em) html = `<em>${html}</em>`;
      if (run.strong) html = `<strong>${html}</strong>`;
      return run.href === undefined ? html : `<a href="${encode(run.href)}">${html}</a>`;
    })
    .join('');

export const writeHtml = (blocks: readonly Block[]): string =>
  blocks
    .map((block) =>
      block.kind === 'p'
        ? `<p>${lineHtml(block.line)}</p>`
        : `<${block.kind}>${block.items.map((item) => `<li>${lineHtml(item)}</li>`).join('')}</${block.kind}>`,
    )
    .join('');

/** Returns the number of characters, counted like on the server: without marks and line breaks. */
export const lengthOf = (blocks: readonly Block[]): number =>
  blocks
    .flatMap((block) => (block.kind === 'p' ? [block.line] : block.items))
    .flat()
    .reduce((sum, { text }) => sum + text.replaceAll('\n', '').length, 0);
