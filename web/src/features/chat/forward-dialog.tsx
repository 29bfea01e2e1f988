import { useState } from 'react';
import type { Message } from '#contract/messages.ts';
import { useDebounced } from '../../lib/debounce.ts';
import { useMessages } from '../../lib/messages.ts';
import { showToast } from '../../shell/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ChoiceMark } from './choice-mark.tsx';
import { inOrder, useConversations } from './chat.data.ts';
import { titleOf } from './chat-names.ts';
import { ConversationFace } from './conversation-face.tsx';
import { post } from './outbox.ts';

/** Passes a message on to other conversations. */
export function ForwardDialog({
  message,
  text,
  isOpen,
  onClose,
}: {
  message: Message;
  text: string;
  isOpen: boolean;
  onClose: () => void;
}) {
  const messages = useMessages();
  const { t } = messages;
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  useDebounced(typed.trim(), setWords);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const list = useConversations('inbox', words);
  const items = inOrder(list.data?.pages.flatMap((page) => page.items) ?? []).filter(({ can }) => can.send);
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const send = async () => {
    for (const conversation of chosen)
      await post({ conversation, text: '', replyTo: null, files: [], forward: { conversation: message.conversation, seq: message.seq } });
    showToast({ message: t('chat.forwardedTo', { count: chosen.length }) });
    setChosen([]);
    onClose();
  };
  return (
    <Dialog
      title={t('chat.forwardTitle')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('chat.cancel')}</Button>
          <Button variant="primary" disabled={chosen.length === 0} onClick={() => void send()}>
            {t('chat.forward')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <blockquote dir="auto" className="page-start line-clamp-2 border-s-2 border-line-strong ps-3 text-ink-2">
          {text}
        </blockquote>
        <SearchField label={t('chat.searchConversations')} value={typed} onChange={setTyped} isBusy={list.isFetching} />
        <ul className="-mx-2 grid max-h-[42vh] grid-cols-[minmax(0,1fr)] overflow-y-auto">
          {items.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                aria-pressed={chosen.includes(item.id)}
                onClick={() => toggle(item.id)}
                className="flex min-h-14 w-full items-center gap-3 rounded-control px-2 text-start -outline-offset-2 hover:bg-fill"
              >
                <ConversationFace item={item} size={2.5} />
                <span dir="auto" className="page-start min-w-0 flex-1 truncate font-medium">
                  {titleOf(item, messages)}
                </span>
                <ChoiceMark isChosen={chosen.includes(item.id)} />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
