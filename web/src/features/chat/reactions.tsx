import { SmilePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Message } from '#contract/messages.ts';
import type { Face } from '#contract/people.ts';
import { call } from '../../lib/call.ts';
import { useMessages, type Messages } from '../../lib/messages.ts';
import { session, useUser } from '../../lib/session-store.ts';
import { showToast } from '../../shell/toasts.ts';
import { Popover } from '../../ui/popover.tsx';
import { chatErrorText } from './chat-failures.ts';
import { nameIn } from './chat-names.ts';
import { EmojiPanel } from './emoji-panel.tsx';
import type { Thread } from './thread-store.ts';

/** Sets a reaction or takes it away: shown at once, and put back with a word where the server refuses. */
export const react = async (message: Message, emoji: string, isSet: boolean, thread: Thread, messages: Messages): Promise<void> => {
  const me = session.get().user?.uid ?? '';
  const others = message.reactions.map((one) => (one.emoji === emoji ? { ...one, uids: one.uids.filter((uid) => uid !== me) } : one));
  const known = others.some((one) => one.emoji === emoji);
  const next = (known ? others : [...others, { emoji, uids: [] }])
    .map((one) => (one.emoji === emoji && isSet ? { ...one, uids: [...one.uids, me] } : one))
    .filter(({ uids }) => uids.length > 0);
  // A little newer than what stands, so that it shows; the server's word is newer still.
  thread.put({ ...message, change: message.change + 0.5, reactions: next });
  try {
    const stands = await call('PUT /api/v1/chat/conversations/{conversation}/messages/{seq}/reactions', {
      conversation: message.conversation,
      seq: message.seq,
      emoji,
      isSet,
    });
    thread.put(stands);
  } catch (error) {
    thread.put({ ...message, change: message.change + 0.75 });
    showToast({ message: chatErrorText(error, messages) });
  }
};

/** Reactions to a message with how many; one's own are marked, a press sets or takes away. */
export function Reactions({
  message,
  people,
  canReact,
  thread,
}: {
  message: Message;
  people: ReadonlyMap<string, Face>;
  canReact: boolean;
  thread: Thread;
}) {
  const messages = useMessages();
  const { t, number, list } = messages;
  const me = useUser().uid;
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <ul aria-label={t('chat.reactions')} className="relative -mt-2.5 flex flex-wrap gap-1 px-1.5">
      {message.reactions.map(({ emoji, uids }) => {
        const isMine = uids.includes(me);
        const names = list(uids.slice(0, 12).map((uid) => (uid === me ? t('chat.you') : nameIn(people, uid, messages))));
        return (
          <li key={emoji}>
            <button
              type="button"
              aria-pressed={isMine}
              title={names}
              disabled={!canReact}
              onClick={() => void react(message, emoji, !isMine, thread, messages)}
              className={`flex min-h-7 items-center gap-1 rounded-full border px-2 text-sm tabular-nums transition-colors duration-150 touch:min-h-9 ${isMine ? 'border-brand-text bg-brand-soft text-brand-text' : 'border-line bg-surface hover:bg-fill'}`}
            >
              <span>{emoji}</span>
              <span>{number(uids.length)}</span>
              <span className="sr-only">{t('chat.reactionBy', { names })}</span>
            </button>
          </li>
        );
      })}
      {canReact && (
        <li>
          <button
            ref={anchor}
            type="button"
            aria-label={t('chat.react')}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(true)}
            className="grid min-h-7 min-w-8 place-items-center rounded-full border border-line bg-surface text-ink-2 hover:bg-fill touch:min-h-9 touch:min-w-11"
          >
            <SmilePlus size={16} aria-hidden />
          </button>
          <Popover
            label={t('chat.react')}
            anchor={anchor}
            isOpen={isOpen}
            onClose={() => setOpen(false)}
            placement="top start"
            className=""
          >
            <EmojiPanel
              onPick={(emoji) => {
                setOpen(false);
                void react(message, emoji, true, thread, messages);
              }}
            />
          </Popover>
        </li>
      )}
    </ul>
  );
}
