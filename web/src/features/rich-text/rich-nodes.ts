import { $generateHtmlFromNodes, $generateNodesFromDOM } from '@lexical/html';
import type { EditorState, LexicalEditor, LexicalNode } from 'lexical';
import { writtenDom } from '../../lib/safe-html.tsx';
import { parseHtml, writeHtml, type Block } from './rich-document.ts';

/*
 * Converts between a document and the editor's tree. Content that a document can't contain is dropped, whether typed or
 * pasted.
 */

/** Returns the editor's nodes for a document. */
export const $nodesOf = (editor: LexicalEditor, blocks: readonly Block[]): LexicalNode[] =>
  $generateNodesFromDOM(editor, writtenDom(writeHtml(blocks)));

/** Returns the editor's content as a document. */
export const blocksOf = (editor: LexicalEditor, state: EditorState): Block[] =>
  parseHtml(state.read(() => $generateHtmlFromNodes(editor), { editor }));
