import { later } from '../../lib/later.ts';
import { parseHtml, type Block } from './rich-document.ts';

const reader = later(() => import('#contract/rich-html.ts'));

/**
 * Pasted HTML, read as the server reads it: marks, links and lists, of everything else the text. Blocks are data, so that
 * nothing of the HTML reaches the page. Rejects when the reader cannot be loaded.
 */
export async function pastedBlocks(html: string): Promise<Block[]> {
  const { simplifyHtml } = await reader.load();
  return parseHtml(simplifyHtml(html));
}
