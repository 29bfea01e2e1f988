import {
  $getRoot,
  $getSelection,
  $setSelection,
  CAN_REDO_COMMAND,
  CAN_UNDO_COMMAND,
  CLEAR_HISTORY_COMMAND,
  COMMAND_PRIORITY_LOW,
  mergeRegister,
  type BaseSelection,
  type LexicalEditor,
} from 'lexical';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { $link, $marks, createRichEditor, noMarks, registerRich } from './rich-commands.ts';
import { parseHtml, writeHtml } from './rich-document.ts';
import { RichLinkForm } from './rich-link-form.tsx';
import { blocksOf, $nodesOf } from './rich-nodes.ts';
import { RichToolbar } from './rich-toolbar.tsx';
import { addEnglish } from '../../lib/messages.ts';
import english from './messages/en.json';

addEnglish(english);

export interface RichEditorProps {
  /** HTML as writeHtml() returns it. */
  value: string;
  onChange: (html: string) => void;
  label: string;
  /** The text of the empty editor. */
  placeholder: string;
  describedBy: string;
  isInvalid: boolean;
  /** True to focus the editor once it has loaded. */
  takesFocus: boolean;
}

const fail = (error: Error): never => {
  throw error;
};

/** Edits rich text as it will look. It loads when a form shows it, and the surrounding field reserves its space. */
export function RichEditor({
  value,
  onChange,
  label,
  placeholder,
  describedBy,
  isInvalid,
  takesFocus,
}: RichEditorProps) {
  const [editor] = useState(() => createRichEditor(fail));
  const root = useRef<HTMLDivElement>(null);
  const { marks, can } = useEditorText({ editor, root, value, onChange });
  useEffect(() => {
    if (takesFocus) editor.focus();
  }, [editor, takesFocus]);

  const { linking, startLink, endLink, putLink } = useLinkForm(editor);
  function onKeyDown(event: KeyboardEvent) {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    // The browser reports a selection made by the previous key only after this one.
    setTimeout(startLink);
  }
  return (
    <div data-invalid={isInvalid || undefined} className="bio-editor field overflow-hidden p-0!">
      <RichToolbar
        editor={editor}
        marks={marks}
        canUndo={can.undo}
        canRedo={can.redo}
        isLinking={linking !== null}
        onLink={linking === null ? startLink : endLink}
      />
      {linking !== null && <RichLinkForm href={marks.href} onLink={putLink} onClose={endLink} />}
      <div className="relative">
        {value === '' && (
          <p aria-hidden className="pointer-events-none absolute inset-x-3 top-2.5 text-ink-3">
            {placeholder}
          </p>
        )}
        <div
          ref={root}
          contentEditable
          suppressContentEditableWarning
          role="textbox"
          tabIndex={0}
          aria-multiline
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={isInvalid || undefined}
          spellCheck
          dir="auto"
          onKeyDown={onKeyDown}
          className="rich-text min-h-40 px-3 py-2.5 outline-none"
        />
      </div>
    </div>
  );
}

interface EditorTextOptions {
  editor: LexicalEditor;
  root: RefObject<HTMLDivElement | null>;
  value: string;
  onChange: (html: string) => void;
}

/** Connects the editor to its element and the value. Returns the formats at the selection, and whether undo and redo are possible. */
function useEditorText({ editor, root, value, onChange }: EditorTextOptions) {
  const [marks, setMarks] = useState(noMarks);
  const [can, setCan] = useState({ undo: false, redo: false });
  const shown = useRef<string | null>(null);

  const report = useEffectEvent((html: string) => {
    if (html === shown.current) return;
    shown.current = html;
    onChange(html);
  });
  useEffect(() => {
    editor.setRootElement(root.current);
    const stop = mergeRegister(
      registerRich(editor),
      editor.registerUpdateListener(({ editorState, dirtyElements, dirtyLeaves }) => {
        setMarks(editorState.read($marks));
        if (dirtyElements.size > 0 || dirtyLeaves.size > 0)
          report(writeHtml(blocksOf(editor, editorState)));
      }),
      editor.registerCommand(
        CAN_UNDO_COMMAND,
        (undo) => (setCan((now) => ({ ...now, undo })), false),
        COMMAND_PRIORITY_LOW,
      ),
      editor.registerCommand(
        CAN_REDO_COMMAND,
        (redo) => (setCan((now) => ({ ...now, redo })), false),
        COMMAND_PRIORITY_LOW,
      ),
    );
    return () => {
      stop();
      editor.setRootElement(null);
    };
  }, [editor, root]);
  useEffect(() => {
    // Ignore the editor's own changes. Other values replace the text: saved, discarded, or the first one.
    if (value === shown.current) return;
    shown.current = value;
    editor.update(
      () => {
        $getRoot()
          .clear()
          .append(...$nodesOf(editor, parseHtml(value)));
        $setSelection(null);
      },
      { discrete: true },
    );
    editor.dispatchCommand(CLEAR_HISTORY_COMMAND, undefined);
  }, [editor, value]);
  return { marks, can };
}

/** The form for a link. While it is open, the selection is kept, because the editor loses the focus. */
function useLinkForm(editor: LexicalEditor) {
  /** The selection when Link was clicked; null if the link form is closed. */
  const [linking, setLinking] = useState<BaseSelection | null>(null);
  const startLink = () =>
    setLinking(editor.getEditorState().read(() => $getSelection()?.clone() ?? null));
  const endLink = () => {
    const place = linking;
    setLinking(null);
    editor.update(() => $setSelection(place?.clone() ?? null));
    editor.focus();
  };
  const putLink = (href: string | null) => {
    const place = linking;
    setLinking(null);
    editor.update(() => {
      $setSelection(place?.clone() ?? null);
      $link(href);
    });
    editor.focus();
  };
  return { linking, startLink, endLink, putLink };
}
