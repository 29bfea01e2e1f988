import { $generateHtmlFromNodes, $generateNodesFromDOM } from '@lexical/html';
import type { EditorState, LexicalEditor, LexicalNode } from 'lexical';
import { writtenDom } from '../../lib/safe-html.tsx';
import { parseHtml, writeHtml, type Block } from './rich-document.ts';

/*
 * Between a document and the editor's tree. What the document cannot hold does not come out of the editor either,
 * whatever was typed or pasted.
 */

/** The editor's nodes for a document. */
export const $nodesOf = (editor: LexicalEditor, blocks: readonly Block[]): LexicalNode[] =>
  $generateNodesFromDOM(editor, writtenDom(writeHtml(blocks)));

/** What stands in the editor, as a document. */
export const blocksOf = (editor: LexicalEditor, state: EditorState): Block[] =>
  parseHtml(state.read(() => $generateHtmlFromNodes(editor), { editor }));
