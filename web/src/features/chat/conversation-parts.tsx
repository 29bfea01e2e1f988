import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import { useStore } from '../../lib/store.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { composingOf, type ComposerMode } from './queue/composing.ts';
import type { Thread } from './thread-store.ts';

/* Parts that a conversation's page and its preview share. */

/** Loads the messages around the requested or first unread one. */
export function useOpenThread(
  conversation: Conversation | undefined,
  thread: Thread,
  asked: string | undefined,
) {
  const isHere = conversation !== undefined;
  const begin = useEffectEvent(async () => {
    if (conversation === undefined) return;
    const isFar = conversation.unread > 40;
    await thread.open(
      asked !== undefined ? Number(asked) : isFar ? conversation.readSeq + 1 : undefined,
    );
    thread.putConversation(conversation);
  });
  useEffect(() => {
    if (isHere) void begin();
  }, [isHere]);
}

/** The composer's mode: a new message, a reply or an edit. */
export function useWriting(id: string) {
  const composing = composingOf(id);
  const { replyTo } = useStore(composing.store);
  const [edited, setEdited] = useState<Message | null>(null);
  const writing: ComposerMode =
    edited !== null
      ? { kind: 'edit', message: edited }
      : replyTo !== null
        ? { kind: 'reply', to: replyTo }
        : { kind: 'new' };
  const isEditing = useRef(false);
  const setWriting = useCallback(
    (next: ComposerMode) => {
      const wasEditing = isEditing.current;
      isEditing.current = next.kind === 'edit';
      setEdited(next.kind === 'edit' ? next.message : null);
      if (next.kind === 'reply') composing.setReplyTo(next.to);
      // After an edit, the composer shows the reply that the user started before.
      else if (next.kind === 'new' && !wasEditing) composing.setReplyTo(null);
    },
    [composing],
  );
  return { writing, setWriting };
}

export function BubblesSkeleton() {
  return (
    <Loading className="flex h-full flex-col justify-end gap-4 p-5">
      <Skeleton className="h-11 w-56 rounded-card!" />
      <Skeleton className="h-16 w-80 max-w-full rounded-card!" />
      <Skeleton className="h-11 w-44 self-end rounded-card!" />
      <Skeleton className="h-11 w-64 rounded-card!" />
    </Loading>
  );
}
