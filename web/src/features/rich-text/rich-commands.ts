import { createEmptyHistoryState, registerHistory } from '@lexical/history';
import { $createLinkNode, $isLinkNode, $toggleLink, LinkNode } from '@lexical/link';
import { $isListNode, ListItemNode, ListNode, registerList } from '@lexical/list';
import { registerRichText } from '@lexical/rich-text';
import {
  $createTextNode,
  $getSelection,
  $insertNodes,
  $isRangeSelection,
  COMMAND_PRIORITY_CRITICAL,
  createEditor,
  FORMAT_ELEMENT_COMMAND,
  FORMAT_TEXT_COMMAND,
  INDENT_CONTENT_COMMAND,
  mergeRegister,
  PASTE_COMMAND,
  type LexicalEditor,
  type LexicalNode,
} from 'lexical';
import { $nodesOf } from './rich-nodes.ts';
import { pastedBlocks } from './rich-paste.ts';

export const createRichEditor = (onError: (error: Error) => void): LexicalEditor =>
  createEditor({
    namespace: 'rich-text',
    nodes: [ListNode, ListItemNode, LinkNode],
    onError,
    theme: { text: { bold: 'font-bold', italic: 'italic' } },
  });

/** The formatting at the cursor. */
export interface Marks {
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly list: 'bullet' | 'number' | null;
  /** The URL of the link at the cursor. */
  readonly href: string | null;
}
export const noMarks: Marks = { isBold: false, isItalic: false, list: null, href: null };

const $parentThat = <N extends LexicalNode>(
  node: LexicalNode,
  is: (one: LexicalNode | null | undefined) => one is N,
): N | null => [node, ...node.getParents()].find(is) ?? null;

export function $marks(): Marks {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return noMarks;
  const node = selection.anchor.getNode();
  const type = $parentThat(node, $isListNode)?.getListType();
  return {
    isBold: selection.hasFormat('bold'),
    isItalic: selection.hasFormat('italic'),
    list: type === 'bullet' || type === 'number' ? type : null,
    href: $parentThat(node, $isLinkNode)?.getURL() ?? null,
  };
}

/** Turns the selection into a link, changes the link at the cursor, or inserts the URL as a link. */
export function $link(href: string | null): void {
  const selection = $getSelection();
  if (!$isRangeSelection(selection)) return;
  const isInLink = $parentThat(selection.anchor.getNode(), $isLinkNode) !== null;
  if (href !== null && selection.isCollapsed() && !isInLink)
    $insertNodes([$createLinkNode(href).append($createTextNode(href))]);
  else $toggleLink(href);
}

const swallow = () => true;

/** Registers what rich text supports: no underline, no alignment, no nested lists. */
export function registerRich(editor: LexicalEditor): () => void {
  const onPaste = (event: unknown): boolean => {
    const html = event instanceof ClipboardEvent ? event.clipboardData?.getData('text/html') : '';
    if (!(event instanceof ClipboardEvent) || !html) return false;
    const plain = event.clipboardData?.getData('text/plain') ?? '';
    event.preventDefault();
    void pastedBlocks(html).then(
      (blocks) => editor.update(() => $insertNodes($nodesOf(editor, blocks))),
      // If the sanitizer can't be loaded, paste plain text.
      () => editor.update(() => $getSelection()?.insertRawText(plain)),
    );
    return true;
  };
  return mergeRegister(
    registerRichText(editor),
    registerList(editor),
    registerHistory(editor, createEmptyHistoryState(), 400),
    editor.registerCommand(PASTE_COMMAND, onPaste, COMMAND_PRIORITY_CRITICAL),
    editor.registerCommand(
      FORMAT_TEXT_COMMAND,
      (format) => format !== 'bold' && format !== 'italic',
      COMMAND_PRIORITY_CRITICAL,
    ),
    editor.registerCommand(FORMAT_ELEMENT_COMMAND, swallow, COMMAND_PRIORITY_CRITICAL),
    editor.registerCommand(INDENT_CONTENT_COMMAND, swallow, COMMAND_PRIORITY_CRITICAL),
  );
}
