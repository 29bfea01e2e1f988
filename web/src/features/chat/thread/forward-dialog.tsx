import { useMutation } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { useMessages } from '../../../lib/messages.ts';
import { showToast } from '../../../ui/toasts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { ChoiceMark } from '../list/choice-mark.tsx';
import { inOrder, useConversations } from '../chat.data.ts';
import { titleOf } from '../conversation-title.ts';
import { ConversationFace } from '../list/conversation-face.tsx';
import { queueMessage } from '../queue/unsent.ts';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';

/** Forwards a message to other conversations. */
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
  const { t } = useMessages();
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  useDebounced(typed.trim(), setWords);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const list = useConversations('inbox', words);
  const items = inOrder(list.data?.pages.flatMap((page) => page.items) ?? []).filter(
    ({ can }) => can.send,
  );
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  const send = useForward({ chosen, message, onChosen: setChosen, onClose });
  return (
    <Dialog
      title={t('chat.forwardTitle')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('chat.cancel')}</Button>
          <Button
            variant="primary"
            disabled={chosen.length === 0}
            isPending={send.isPending}
            onClick={() => send.mutate()}
          >
            {t('chat.forward')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <MessageQuote text={text} />
        <SearchField
          takesFocus
          label={t('chat.searchConversations')}
          value={typed}
          onChange={setTyped}
          isBusy={list.isFetching}
        />
        {list.error && (
          <ErrorState
            isSmall
            error={list.error}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        )}
        {list.isPending && <ConversationsSkeleton />}
        {list.data !== undefined && items.length === 0 && !list.hasNextPage && (
          <EmptyState
            isSmall
            icon={SearchX}
            title={t(words === '' ? 'chat.forwardNowhere' : 'chat.noneFound')}
          />
        )}
        <ul className="-mx-2 grid max-h-[42vh] grid-cols-[minmax(0,1fr)] overflow-y-auto">
          {items.map((item) => (
            <ConversationChoice
              key={item.id}
              item={item}
              isChosen={chosen.includes(item.id)}
              onClick={() => toggle(item.id)}
            />
          ))}
          {list.hasNextPage && (
            <li className="grid justify-items-center py-2">
              <Button
                size="sm"
                isPending={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {t('chat.more')}
              </Button>
            </li>
          )}
        </ul>
        {send.error && (
          <p role="alert" className="text-bad">
            {t('chat.errorKept')}
          </p>
        )}
      </div>
    </Dialog>
  );
}

function MessageQuote({ text }: { text: string }) {
  return (
    <blockquote
      dir="auto"
      className="page-start line-clamp-2 border-s-2 border-line-strong ps-3 text-ink-2"
    >
      {text}
    </blockquote>
  );
}

function ConversationsSkeleton() {
  return (
    <Loading className="grid grid-cols-[minmax(0,1fr)]">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex min-h-14 items-center gap-3">
          <Skeleton isRound className="size-10 shrink-0" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      ))}
    </Loading>
  );
}

interface ConversationChoiceProps {
  item: Conversation;
  isChosen: boolean;
  onClick: () => void;
}

function ConversationChoice({ item, isChosen, onClick }: ConversationChoiceProps) {
  const messages = useMessages();
  return (
    <li>
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={onClick}
        className="flex min-h-14 w-full items-center gap-3 rounded-control px-2 text-start -outline-offset-2 hover:bg-fill"
      >
        <ConversationFace item={item} size={2.5} />
        <span dir="auto" className="page-start min-w-0 flex-1 truncate font-medium">
          {titleOf(item, messages)}
        </span>
        <ChoiceMark isChosen={isChosen} />
      </button>
    </li>
  );
}

interface ForwardOptions {
  chosen: readonly string[];
  message: Message;
  onChosen: (chosen: readonly string[]) => void;
  onClose: () => void;
}

/** Forwards the message to the chosen conversations. */
function useForward({ chosen, message, onChosen, onClose }: ForwardOptions) {
  const { t } = useMessages();
  const send = useMutation({
    mutationFn: async () => {
      let left = chosen;
      for (const conversation of chosen) {
        await queueMessage({
          conversation,
          text: '',
          replyTo: null,
          files: [],
          forward: { conversation: message.conversation, seq: message.seq },
        });
        // A retry skips conversations to which the message was already sent.
        left = left.filter((one) => one !== conversation);
        onChosen(left);
      }
      return chosen.length;
    },
    onSuccess: (count) => {
      showToast({ message: t('chat.forwardedTo', { count }) });
      onClose();
    },
  });
  return send;
}
