import { lazyModule } from '../../lib/lazy-module.ts';
import { parseHtml, type Block } from './rich-document.ts';

const reader = lazyModule(() => import('#contract/rich-html.ts'));

/**
 * Parses pasted HTML like the server: keeps marks, links, and lists, and only the text of everything else. Returns data so that
 * none of the HTML reaches the page. Rejects if the parser can't be loaded.
 */
export async function pastedBlocks(html: string): Promise<Block[]> {
  const { simplifyHtml } = await reader.load();
  return parseHtml(simplifyHtml(html));
}
