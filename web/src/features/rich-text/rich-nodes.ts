import { $createLinkNode, $isLinkNode } from '@lexical/link';
import { $createListItemNode, $createListNode, $isListItemNode, $isListNode } from '@lexical/list';
import {
  $createLineBreakNode,
  $createParagraphNode,
  $createTextNode,
  $getRoot,
  $isElementNode,
  $isLineBreakNode,
  $isTextNode,
  type ElementNode,
  type LexicalNode,
} from 'lexical';
import { normalBlocks, type Block, type Line, type Run } from './rich-document.ts';

/*
 * Between a document and the editor's tree. What the document cannot hold does not come out of the editor either,
 * whatever was typed or pasted.
 */

function $textNodes({ text, strong, em }: Run): LexicalNode[] {
  return text.split('\n').flatMap((part, at) => {
    const words = $createTextNode(part);
    if (strong) words.toggleFormat('bold');
    if (em) words.toggleFormat('italic');
    return [...(at > 0 ? [$createLineBreakNode()] : []), ...(part === '' ? [] : [words])];
  });
}

function $appendLine<N extends ElementNode>(node: N, line: Line): N {
  let link = null as { href: string; node: ElementNode } | null;
  for (const run of line) {
    const { href } = run;
    if (href === undefined) {
      link = null;
      node.append(...$textNodes(run));
      continue;
    }
    if (link?.href !== href) {
      link = { href, node: $createLinkNode(href) };
      node.append(link.node);
    }
    link.node.append(...$textNodes(run));
  }
  return node;
}

/** The editor's nodes for a document. */
export const $nodesOf = (blocks: readonly Block[]): ElementNode[] =>
  blocks.map((block) =>
    block.kind === 'p'
      ? $appendLine($createParagraphNode(), block.line)
      : $createListNode(block.kind === 'ul' ? 'bullet' : 'number').append(
          ...block.items.map((item) => $appendLine($createListItemNode(), item)),
        ),
  );

function $runsOf(node: LexicalNode, href?: string): Run[] {
  if ($isLineBreakNode(node)) return [{ text: '\n', ...(href !== undefined && { href }) }];
  if ($isTextNode(node)) {
    return [
      {
        text: node.getTextContent(),
        ...(node.hasFormat('bold') && { strong: true as const }),
        ...(node.hasFormat('italic') && { em: true as const }),
        ...(href !== undefined && { href }),
      },
    ];
  }
  if (!$isElementNode(node)) return [];
  const inner = $isLinkNode(node) ? node.getURL() : href;
  return node.getChildren().flatMap((child) => $runsOf(child, inner));
}

/** Items of a list, those of a list inside it after the one they stand in: its lists have one level. */
const $itemsOf = (list: ElementNode): Line[] =>
  list.getChildren().flatMap((item) => {
    if (!$isListItemNode(item)) return [];
    const own = item.getChildren().filter((child) => !$isListNode(child));
    return [
      own.flatMap((child) => $runsOf(child)),
      ...item.getChildren().filter($isListNode).flatMap($itemsOf),
    ];
  });

/** What stands in the editor, as a document. */
export const $blocksOf = (): Block[] =>
  normalBlocks(
    $getRoot()
      .getChildren()
      .map((node): Block =>
        $isListNode(node)
          ? { kind: node.getListType() === 'number' ? 'ol' : 'ul', items: $itemsOf(node) }
          : { kind: 'p', line: $runsOf(node) },
      ),
  );
