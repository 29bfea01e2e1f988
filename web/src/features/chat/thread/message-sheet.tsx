import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import type { MenuItem } from '../../../ui/menu.tsx';
import { EmojiPicker } from '../emoji/emoji-picker.tsx';
import { notePicked, recentEmoji } from '../emoji/recent-emoji.ts';
import type { MessageAct } from './message-acts.ts';
import english from '../messages/en.json';

addEnglish(english);

interface MessageSheetProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  items: readonly MenuItem<MessageAct>[];
  onAct: (act: MessageAct) => void;
  /** Missing if the user can't react. */
  onReact?: ((emoji: string) => void) | undefined;
  /** The user's own reactions. */
  mine: readonly string[];
}

/** A sheet for touch screens with reactions on top and other actions below. */
export function MessageSheet({
  title,
  isOpen,
  onClose,
  items,
  onAct,
  onReact,
  mine,
}: MessageSheetProps) {
  const { t } = useMessages();
  const [isWhole, setWhole] = useState(false);
  const [quick] = useState(() => recentEmoji.get().slice(0, 5));
  return (
    <Dialog title={title} isTitleHidden size="sm" isOpen={isOpen} onClose={onClose}>
      {onReact !== undefined &&
        (isWhole ? (
          <div className="-mx-2.5 pb-2">
            <EmojiPicker isWide onPick={onReact} />
          </div>
        ) : (
          <div
            role="group"
            aria-label={t('chat.react')}
            className="flex justify-between gap-1 pb-3"
          >
            {quick.map((emoji) => (
              <button
                key={emoji}
                type="button"
                aria-pressed={mine.includes(emoji)}
                onClick={() => {
                  notePicked(emoji);
                  onReact(emoji);
                }}
                className="grid size-11 place-items-center rounded-full bg-fill text-xl active:bg-fill-2 aria-pressed:bg-brand-soft aria-pressed:outline-2 aria-pressed:outline-brand-text"
              >
                {emoji}
              </button>
            ))}
            <button
              type="button"
              aria-label={t('chat.moreEmoji')}
              onClick={() => setWhole(true)}
              className="grid size-11 place-items-center rounded-full bg-fill text-ink-2 active:bg-fill-2"
            >
              <Ellipsis size={20} aria-hidden />
            </button>
          </div>
        ))}
      {!isWhole && (
        <ul className="-mx-2.5 border-t border-line pt-2">
          {items.map(({ id, label, icon: Icon, isDanger = false }) => (
            <li key={id}>
              <button
                type="button"
                onClick={() => onAct(id)}
                className={`flex min-h-12 w-full items-center gap-3.5 rounded-control px-2.5 text-start font-medium -outline-offset-2 active:bg-fill ${isDanger ? 'text-bad' : ''}`}
              >
                {Icon && (
                  <Icon
                    size={20}
                    strokeWidth={1.75}
                    aria-hidden
                    className={`shrink-0 ${isDanger ? '' : 'text-ink-3'}`}
                  />
                )}
                {label}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
