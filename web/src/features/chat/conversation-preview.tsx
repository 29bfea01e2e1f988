import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addEnglish } from '../../lib/messages.ts';
import type { NotificationPreviewProps } from '../../lib/notification-parts.ts';
import { useStore } from '../../lib/store.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { conversationQuery } from './chat.data.ts';
import { Composer } from './composer/composer.tsx';
import { BubblesSkeleton, useOpenThread, useWriting } from './conversation-parts.tsx';
import { MessageList } from './thread/message-list.tsx';
import { RequestBar } from './thread/request-bar.tsx';
import { threadOf } from './thread-store.ts';
import { useNewLine } from './thread/use-new-line.ts';
import english from './messages/en.json';

addEnglish(english);

/** A conversation to read and answer next to a list. */
export function ConversationPreview({ item }: NotificationPreviewProps) {
  return item.conversation && <Shown key={item.conversation.id} id={item.conversation.id} />;
}

function Shown({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(conversationQuery(id));
  const thread = threadOf(id);
  const view = useStore(thread.store);
  const { writing, setWriting } = useWriting(id);
  const line = useNewLine(data);
  // Only the conversation's own page accepts dropped files.
  const [noFiles] = useState(() => () => undefined);
  useOpenThread(data, thread, undefined);
  const failure = data === undefined ? error : view.thread === null ? view.error : null;
  if (failure)
    return (
      <div className="grid h-full place-items-center">
        <ErrorState
          error={failure}
          onRetry={() => void (data === undefined ? refetch() : thread.open())}
          isRetrying={isFetching}
        />
      </div>
    );
  if (data === undefined || view.thread === null) return <BubblesSkeleton />;
  return (
    <section className="flex h-full min-h-0 min-w-0 flex-col">
      <MessageList
        conversation={data}
        view={view}
        thread={thread}
        line={line}
        lookAt={null}
        onWrite={setWriting}
      />
      {data.isRequest ? (
        <RequestBar conversation={data} />
      ) : (
        <Composer
          conversation={data}
          thread={thread}
          people={view.thread.people}
          writing={writing}
          onWriting={setWriting}
          onTakeFiles={noFiles}
          isBeside
        />
      )}
    </section>
  );
}
