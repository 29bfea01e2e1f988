import {
  INSERT_ORDERED_LIST_COMMAND,
  INSERT_UNORDERED_LIST_COMMAND,
  REMOVE_LIST_COMMAND,
} from '@lexical/list';
import { FORMAT_TEXT_COMMAND, REDO_COMMAND, UNDO_COMMAND, type LexicalEditor } from 'lexical';
import { Bold, Italic, Link, List, ListOrdered, Redo2, Undo2, type LucideIcon } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useMessages, type LabelKey } from '../../lib/messages.ts';
import { IconButton } from '../../ui/button.tsx';
import type { Marks } from './rich-commands.ts';

interface Tool {
  readonly label: LabelKey;
  readonly icon: LucideIcon;
  readonly run: () => void;
  /** For tools that toggle something. */
  readonly isPressed?: boolean;
  readonly isOff?: boolean;
  /** True if its icon is mirrored in right-to-left languages. */
  readonly mirrors?: boolean;
}

interface RichToolbarProps {
  editor: LexicalEditor;
  marks: Marks;
  canUndo: boolean;
  canRedo: boolean;
  isLinking: boolean;
  onLink: () => void;
}

/** A single tab stop at the last used tool. Arrow keys move between tools. */
export function RichToolbar({
  editor,
  marks,
  canUndo,
  canRedo,
  isLinking,
  onLink,
}: RichToolbarProps) {
  const { t, dir } = useMessages();
  const bar = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);

  const list = (kind: 'bullet' | 'number') => () => {
    const insert = kind === 'bullet' ? INSERT_UNORDERED_LIST_COMMAND : INSERT_ORDERED_LIST_COMMAND;
    editor.dispatchCommand(marks.list === kind ? REMOVE_LIST_COMMAND : insert, undefined);
  };
  const mark = (kind: 'bold' | 'italic') => () => editor.dispatchCommand(FORMAT_TEXT_COMMAND, kind);
  const tools: readonly Tool[] = [
    { label: 'bio.bold', icon: Bold, run: mark('bold'), isPressed: marks.isBold },
    { label: 'bio.italic', icon: Italic, run: mark('italic'), isPressed: marks.isItalic },
    { label: 'bio.link', icon: Link, run: onLink, isPressed: marks.href !== null || isLinking },
    {
      label: 'bio.bullets',
      icon: List,
      run: list('bullet'),
      isPressed: marks.list === 'bullet',
      mirrors: true,
    },
    {
      label: 'bio.numbers',
      icon: ListOrdered,
      run: list('number'),
      isPressed: marks.list === 'number',
    },
    {
      label: 'bio.undo',
      icon: Undo2,
      run: () => editor.dispatchCommand(UNDO_COMMAND, undefined),
      isOff: !canUndo,
      mirrors: true,
    },
    {
      label: 'bio.redo',
      icon: Redo2,
      run: () => editor.dispatchCommand(REDO_COMMAND, undefined),
      isOff: !canRedo,
      mirrors: true,
    },
  ];

  function onKeyDown(event: KeyboardEvent) {
    const forward = dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    const steps: Readonly<Record<string, number>> = {
      [forward]: stop + 1,
      [forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft']: stop - 1,
      Home: 0,
      End: tools.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    bar.current?.querySelectorAll('button')[(next + tools.length) % tools.length]?.focus();
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      tabIndex={-1}
      aria-label={t('bio.tools')}
      onKeyDown={onKeyDown}
      className="flex flex-wrap items-center gap-0.5 border-b border-line p-1"
    >
      {tools.map(({ label, icon, run, isPressed, isOff = false, mirrors = false }, at) => (
        <IconButton
          key={label}
          label={t(label)}
          icon={icon}
          size="sm"
          tabIndex={at === stop ? 0 : -1}
          aria-pressed={isPressed}
          aria-disabled={isOff ? true : undefined}
          // Keep the cursor where it is.
          onMouseDown={(event) => event.preventDefault()}
          onFocus={() => setStop(at)}
          onClick={() => {
            if (isOff) return;
            run();
            // The editor restores the focus after some changes only, so always do it here.
            if (label !== 'bio.link') editor.focus();
          }}
          className={`aria-pressed:bg-brand-soft! aria-pressed:text-brand-text! aria-disabled:opacity-50 ${mirrors ? 'rtl:[&_svg]:-scale-x-100' : ''}`}
        />
      ))}
    </div>
  );
}
