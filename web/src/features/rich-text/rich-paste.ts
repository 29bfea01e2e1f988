import { sanitizeHtml } from '../../lib/safe-html.tsx';
import { parseHtml, type Block } from './rich-document.ts';

/** The sign by which word processors on the web wrap what is copied: a bold that is none. */
const wrapper = /<b\b[^>]*font-weight:\s*normal[^>]*>/gi;

/** Parts of a page that are not read as its words. */
const unsaid = /<!--[\s\S]*?-->|<(style|script|title)\b[\s\S]*?<\/\1\s*>/gi;

/** What is pasted, cleaned: marks, links and lists, of everything else the text. */
export async function pastedBlocks(html: string): Promise<Block[]> {
  const renamed = html
    .replace(unsaid, '')
    .replace(wrapper, '')
    .replace(/<(\/?)b(?=[\s>])/gi, '<$1strong')
    .replace(/<(\/?)i(?=[\s>])/gi, '<$1em')
    .replace(/<(\/?)(?:h[1-6]|div|blockquote|tr)(?=[\s>])/gi, '<$1p');
  return parseHtml(String(await sanitizeHtml(renamed)));
}
