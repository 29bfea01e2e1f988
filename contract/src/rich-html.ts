import { Parser } from 'htmlparser2';

/*
 * Simplifies external HTML from web pages, emails, word processors, and LMSs. The server (kernel/http/rich-text.ts) and the
 * editor (web/src/features/rich-text/rich-paste.ts) both run it before their sanitizers, so they keep the same content. This
 * module doesn't import zod because the browser loads it with the first paste.
 */

/** Elements whose text is dropped. */
const unread = new Set(
  'style script title template xml object iframe svg math canvas audio video select datalist noscript noembed noframes'.split(
    ' ',
  ),
);
/** Block elements: each starts and ends a line. */
const blocks = new Set(
  'p div h1 h2 h3 h4 h5 h6 blockquote pre tr caption dl dt dd section article header footer main aside nav figure figcaption address fieldset legend form details summary center table tbody thead tfoot hr option'.split(
    ' ',
  ),
);
const cells = new Set(['td', 'th']);
/** Void elements: they have no end tag. */
const empty = new Set(['br', 'hr', 'img', 'wbr', 'input', 'meta', 'link', 'base', 'col']);
const strongTags = new Set(['b', 'strong']);
const emTags = new Set(['i', 'em', 'cite', 'dfn']);

/** File extensions: a link such as `notes.pdf` refers to the sender's file, not to a host. */
const files =
  /\.(?:html?|php|aspx?|jsp|pdf|docx?|xlsx?|pptx?|odt|ods|odp|txt|rtf|csv|md|ics|zip|gz|png|jpe?g|gif|webp|svg|mp[34]|mov|js|css|xml|json)$/i;

/**
 * Returns the URL of a link, or null if it doesn't point outside the text. An address without a scheme becomes an https host,
 * a mailto link, or, with `base`, a URL relative to the base.
 */
export const linkAddress = (href: string, base?: string): string | null => {
  // eslint-disable-next-line no-control-regex -- browsers ignore these in URLs, so attackers use them to hide schemes
  const address = href.replace(/[\u0000-\u001f\u007f-\u009f]/g, '').trim();
  if (/^(?:https?:\/\/|mailto:)./i.test(address)) return address;
  if (address === '' || address.startsWith('#')) return null;
  if (/^\/\/[^/]/.test(address)) return `https:${address}`;
  if (/^[a-z][a-z0-9+.-]*:(?!\d)/i.test(address)) return null;
  if (/^[^\s@/?#:]+@[^\s@/?#]+\.[^\s@/?#]+$/.test(address)) return `mailto:${address}`;
  const host =
    /^((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62})\.)+\p{L}{2,24})(?::\d{1,5})?(?:[/?#]|$)/u.exec(
      address,
    )?.[1];
  const isHost =
    host !== undefined && (/^www\./i.test(host) || (base === undefined && !files.test(host)));
  if (isHost) return `https://${address}`;
  const whole = base === undefined ? null : URL.parse(address, base);
  return whole !== null && /^https?:$/.test(whole.protocol) ? whole.href : null;
};

type Styles = ReadonlyMap<string, string>;
const stylesOf = (style: string | undefined): Styles =>
  new Map(
    (style ?? '').split(';').flatMap((one) => {
      const colon = one.indexOf(':');
      if (colon < 0) return [];
      const value = one.slice(colon + 1).replace('!important', '');
      return [[one.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase()] as const];
    }),
  );

/** Returns true if a style makes text bold; undefined if the style doesn't set it. */
const boldOf = (styles: Styles): boolean | undefined => {
  const weight = styles.get('font-weight');
  if (weight === undefined) return undefined;
  if (/^bold(?:er)?$/.test(weight)) return true;
  if (/^(?:normal|lighter)$/.test(weight)) return false;
  const number = Number(weight);
  return Number.isFinite(number) && weight !== '' ? number >= 600 : undefined;
};
const italicOf = (styles: Styles): boolean | undefined => {
  const style = styles.get('font-style');
  return style === undefined || style === '' ? undefined : /^(?:italic|oblique)/.test(style);
};

interface Marks {
  readonly strong: boolean;
  readonly em: boolean;
  readonly href: string | null;
}
const noMarks: Marks = { strong: false, em: false, href: null };

/** An open element with the formatting of its content. */
interface Open extends Marks {
  readonly tag: string;
  readonly isHidden: boolean;
  readonly isPre: boolean;
  /** True if this is inside the list marker that Word writes as text. */
  readonly isSign: boolean;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Index of the first character from `at`, in steps of `step`, that isn't whitespace. */
const edgeOf = (text: string, at: number, step: 1 | -1): number => {
  let place = at;
  while (place >= 0 && place < text.length && ' \t\r\n\f'.includes(text[place] ?? ''))
    place += step;
  return place;
};

const inBoth = (one: Marks, other: Marks): Marks => ({
  strong: one.strong && other.strong,
  em: one.em && other.em,
  href: one.href === other.href ? one.href : null,
});

/** Writes lines, list items, and marks in one canonical form. */
const openWriter = () => {
  let out = '';
  /** Marks that are open in the output. */
  let marks = noMarks;
  const lists: { tag: 'ul' | 'ol'; hasItem: boolean }[] = [];
  let isParagraph = false;
  /** True if the current line has text. */
  let hasWords = false;
  /** Whitespace or a cell separator to write before the next text of the line. */
  let between = '';
  /** True if the last line of the list item has ended, so that the next text starts a new line. */
  let isNewLine = false;
  /** True if a nested list ended the line: text after it starts a new line without a break. */
  let isAfterList = false;
  /** True if the last output is a line break. */
  let isBroken = false;
  /** True if a line of text outside of blocks ended, so that the next such text starts a new line. */
  let isOuterLineOver = false;
  const setMarks = (next: Marks) => {
    if (next.href !== marks.href || next.strong !== marks.strong || next.em !== marks.em) {
      if (marks.em) out += '</em>';
      if (marks.strong) out += '</strong>';
      if (marks.href !== null && marks.href !== next.href) out += '</a>';
      if (next.href !== null && marks.href !== next.href)
        out += `<a href="${escaped(next.href).replaceAll('"', '&quot;')}">`;
      if (next.strong) out += '<strong>';
      if (next.em) out += '<em>';
      marks = next;
    }
  };
  const begin = (inBlock: boolean) => {
    const list = lists.at(-1);
    if (list !== undefined) {
      if (list.hasItem && !isNewLine) return;
      if (!list.hasItem) out += '<li>';
      else if (!isAfterList) out += '<br />';
      list.hasItem = true;
    } else {
      if (isParagraph) return;
      if (!inBlock) {
        if (isOuterLineOver) out += '<br />';
        isOuterLineOver = false;
        return;
      }
      isOuterLineOver = false;
      setMarks(noMarks);
      out += '<p>';
      isParagraph = true;
    }
    between = '';
    isNewLine = false;
    isAfterList = false;
  };
  const endLine = () => {
    setMarks(noMarks);
    between = '';
    if (isParagraph) out += '</p>';
    else if (hasWords && !isBroken && lists.length === 0) isOuterLineOver = true;
    isParagraph = false;
    if (hasWords && lists.length > 0) {
      isNewLine = true;
      isAfterList = false;
    }
    hasWords = false;
  };
  const closeItem = () => {
    endLine();
    isNewLine = false;
    isAfterList = false;
    const list = lists.at(-1);
    if (list?.hasItem === true) {
      out += '</li>';
      list.hasItem = false;
    }
  };
  return {
    endLine,
    closeItem,
    text: (text: string, next: Marks, inBlock: boolean) => {
      // Write whitespace only before the next text, so that no line starts or ends with it.
      const start = edgeOf(text, 0, 1);
      if (start > 0 && hasWords && between === '') between = ' ';
      if (start === text.length) return;
      const end = edgeOf(text, text.length - 1, -1) + 1;
      begin(inBlock);
      if (between !== '') {
        setMarks(inBoth(marks, next));
        out += between;
      }
      setMarks(next);
      out += escaped(text.slice(start, end)).replace(/[ \t\r\n\f]+/g, ' ');
      hasWords = true;
      isBroken = false;
      between = end < text.length ? ' ' : '';
    },
    /** Writes a line break. Between blocks it counts only if nothing else is on its line. */
    lineBreak: (next: Marks, inBlock: boolean) => {
      begin(inBlock);
      between = '';
      setMarks(inBoth(marks, next));
      out += '<br />';
      hasWords = true;
      isBroken = true;
    },
    /** Keeps an empty paragraph that the author wrote. */
    emptyParagraph: () => {
      if (lists.length > 0) return;
      out += '<p></p>';
      isOuterLineOver = false;
    },
    isParagraph: () => isParagraph,
    cell: () => {
      if (hasWords) between = ' | ';
    },
    openItem: () => {
      closeItem();
    },
    openList: (tag: 'ul' | 'ol') => {
      endLine();
      isOuterLineOver = false;
      isNewLine = false;
      isAfterList = false;
      const outer = lists.at(-1);
      if (outer !== undefined && !outer.hasItem) {
        out += '<li>';
        outer.hasItem = true;
      }
      lists.push({ tag, hasItem: false });
      out += `<${tag}>`;
    },
    closeList: () => {
      closeItem();
      const list = lists.pop();
      if (list !== undefined) out += `</${list.tag}>`;
      isNewLine = lists.length > 0;
      isAfterList = isNewLine;
    },
    listDepth: () => lists.length,
    topList: () => lists.at(-1)?.tag,
    end: () => {
      while (lists.length > 0) {
        closeItem();
        out += `</${lists.pop()?.tag ?? 'ul'}>`;
      }
      endLine();
      return out;
    },
  };
};

/** List level of a Word paragraph, or 0 if it isn't a list item. */
const wordLevel = (styles: Styles): number =>
  Number(/\blevel(\d)\b/.exec(styles.get('mso-list') ?? '')?.[1] ?? 0);

/**
 * Converts external HTML to rich text with only `p br strong em ul ol li a`. Blocks become lines, table cells are separated by
 * a bar, and images become their alternative text. Headings and quotes become paragraphs, bold and italic styles become marks,
 * and Word's list paragraphs become lists. Hidden content is dropped. Text outside of a block stays outside.
 * `base` is the URL for resolving relative links.
 */
export const simplifyHtml = (html: string, base?: string): string => {
  const writer = openWriter();
  const stack: Open[] = [];
  let depthOfBlocks = 0;
  let from = base;
  /** Number of open lists from Word, one per level. */
  let wordLists = 0;
  /** A Word list item whose marker hasn't been read. The marker shows whether the list is numbered. */
  let wordItem: { level: number } | null = null;
  let paragraphWas = '';
  const top = (): Open =>
    stack.at(-1) ?? { tag: '', isHidden: false, isPre: false, isSign: false, ...noMarks };
  const closeWordLists = (to: number) => {
    for (; wordLists > to; wordLists -= 1) writer.closeList();
  };
  const beginWordItem = (sign: string) => {
    if (wordItem === null) return;
    const { level } = wordItem;
    wordItem = null;
    const tag = /^\(?(?:\d+|[a-z]{1,4})[.)]/i.test(sign.trim()) ? 'ol' : 'ul';
    closeWordLists(level);
    if (wordLists === level && writer.topList() !== tag) closeWordLists(level - 1);
    if (wordLists === level) writer.openItem();
    for (; wordLists < level; wordLists += 1) writer.openList(tag);
  };
  const write = (text: string, at: Open) => {
    if (wordItem !== null) {
      if (text.trim() === '') return;
      beginWordItem('');
    }
    writer.text(text, at, depthOfBlocks > 0);
  };
  const isBlock = (tag: string) => blocks.has(tag) || cells.has(tag);
  const parser = new Parser(
    {
      onopentag: (tag, attributes) => {
        const styles = stylesOf(attributes['style']);
        const outer = top();
        const isSign = outer.isSign || styles.get('mso-list') === 'ignore';
        const isHidden =
          outer.isHidden ||
          unread.has(tag) ||
          isSign ||
          Object.hasOwn(attributes, 'hidden') ||
          styles.get('display') === 'none' ||
          styles.get('mso-hide') === 'all';
        const address =
          tag === 'a' && attributes['href'] !== undefined
            ? linkAddress(attributes['href'], from)
            : null;
        const isHeading = /^h[1-6]$/.test(tag);
        stack.push({
          tag,
          isHidden,
          isSign,
          isPre:
            outer.isPre || tag === 'pre' || (styles.get('white-space') ?? '').startsWith('pre'),
          strong: boldOf(styles) ?? (strongTags.has(tag) || (outer.strong && !isHeading)),
          em: italicOf(styles) ?? (emTags.has(tag) || outer.em),
          href: tag === 'a' ? address : outer.href,
        });
        if (tag === 'base') {
          const own = URL.parse(attributes['href'] ?? '', from);
          if (own !== null && /^https?:$/.test(own.protocol)) from = own.href;
        }
        if (isHidden) return;
        const inBlock = depthOfBlocks > 0;
        if (tag === 'br') {
          if (wordItem === null) writer.lineBreak(outer, inBlock);
        } else if (tag === 'img') {
          const words = attributes['alt']?.trim() ?? '';
          if (words !== '') write(words, outer);
        } else if (tag === 'ul' || tag === 'ol') {
          closeWordLists(0);
          writer.openList(tag);
        } else if (tag === 'li') {
          if (writer.listDepth() === 0) writer.endLine();
          else writer.openItem();
          if (writer.listDepth() === 0) depthOfBlocks += 1;
        } else if (cells.has(tag)) writer.cell();
        else if (blocks.has(tag)) {
          writer.endLine();
          const level = tag === 'p' || tag === 'div' || isHeading ? wordLevel(styles) : 0;
          if (level > 0) wordItem = { level };
          else if (tag === 'p' || isHeading || tag === 'table') closeWordLists(0);
          paragraphWas = tag === 'p' && level === 0 ? 'open' : '';
        }
        if (isBlock(tag)) depthOfBlocks += 1;
      },
      ontext: (text) => {
        const at = top();
        if (at.isHidden) {
          if (at.isSign && text.trim() !== '') beginWordItem(text);
          return;
        }
        if (text.trim() !== '') paragraphWas = '';
        if (!at.isPre) {
          write(text, at);
          return;
        }
        const lines = text.split(/\r\n|\r|\n/);
        for (const [nth, one] of lines.entries()) {
          const words = one
            .replaceAll('\t', '    ')
            .replace(/^ +| {2,}/g, (run) => '\u00a0'.repeat(run.length));
          if (nth > 0 && (nth < lines.length - 1 || words !== ''))
            writer.lineBreak(at, depthOfBlocks > 0);
          if (words !== '') write(words, at);
        }
      },
      onclosetag: (tag) => {
        const closed = stack.pop();
        if (closed === undefined || empty.has(tag)) {
          if (closed !== undefined && isBlock(tag) && !closed.isHidden) depthOfBlocks -= 1;
          return;
        }
        if (closed.isHidden) return;
        if (tag === 'ul' || tag === 'ol') writer.closeList();
        else if (tag === 'li') {
          if (writer.listDepth() === 0) {
            depthOfBlocks -= 1;
            writer.endLine();
          }
        } else if (blocks.has(tag)) {
          if (tag === 'p' && paragraphWas === 'open' && !writer.isParagraph())
            writer.emptyParagraph();
          writer.endLine();
          wordItem = null;
        }
        if (isBlock(tag)) depthOfBlocks -= 1;
      },
    },
    { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(html);
  closeWordLists(0);
  return writer.end();
};
