import { Link, useNavigate } from '@tanstack/react-router';
import { useParams, useSearch } from '../../lib/page.tsx';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, MessageCircleOff } from 'lucide-react';
import { useRef } from 'react';
import { CallError } from '../../lib/call-error.ts';
import { useMessages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useStore } from '../../lib/store.ts';
import { conversationLink, paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { conversationQuery } from './chat.data.ts';
import { titleOf } from './conversation-title.ts';
import { Composer } from './composer/composer.tsx';
import { BubblesSkeleton, useOpenThread, useWriting } from './conversation-parts.tsx';
import { DetailsPane } from './details/details-pane.tsx';
import { MessageList } from './thread/message-list.tsx';
import { RequestBar } from './thread/request-bar.tsx';
import { ThreadHeader } from './thread/thread-header.tsx';
import { threadOf } from './thread-store.ts';
import { useFileDrop } from './composer/use-file-drop.ts';
import { useNewLine } from './thread/use-new-line.ts';

/** The conversation named in the URL. */
export function ConversationPage() {
  const { conversation = '' } = useParams();
  return <OpenConversation key={conversation} id={conversation} />;
}

function OpenConversation({ id }: { id: string }) {
  const messages = useMessages();
  const { t } = messages;
  const { message: asked, panel } = useSearch();
  const navigate = useNavigate();
  const { data, error, isFetching, refetch } = useQuery(conversationQuery(id));
  const thread = threadOf(id);
  const view = useStore(thread.store);
  const { writing, setWriting } = useWriting(id);
  usePageTitle(data === undefined ? t('chat.title') : titleOf(data, messages));

  const line = useNewLine(data);
  const opener = useRef<HTMLButtonElement>(null);
  const { isOver, handlers, setTake } = useFileDrop();

  useOpenThread(data, thread, asked);

  const back = <BackLink />;
  if (error instanceof CallError && error.status === 404)
    return (
      <div className="grid h-full place-items-center">
        <EmptyState icon={MessageCircleOff} title={t('chat.gone')} action={back}>
          {t('chat.goneBody')}
        </EmptyState>
      </div>
    );
  if (data === undefined && error)
    return (
      <div className="grid h-full place-items-center">
        <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      </div>
    );
  if (data === undefined) return <ThreadSkeleton />;
  const isPanelOpen = panel === 'details';
  const setPanel = (isOpen: boolean) =>
    void navigate({
      ...conversationLink(id),
      search: isOpen ? { panel: 'details' } : {},
      replace: true,
      resetScroll: false,
    });
  return (
    <div
      className={`grid h-full grid-cols-[minmax(0,1fr)] ${isPanelOpen ? 'xl:grid-cols-[minmax(0,1fr)_min(20rem,26vw)]' : ''}`}
    >
      <section
        {...handlers}
        aria-label={titleOf(data, messages)}
        className="relative flex h-full min-h-0 min-w-0 flex-col"
      >
        {isOver && <DropHint />}
        <ThreadHeader
          conversation={data}
          isPanelOpen={isPanelOpen}
          onPanel={() => setPanel(!isPanelOpen)}
          opener={opener}
        />
        {view.thread === null && view.error !== null ? (
          <div className="grid min-h-0 flex-1 place-items-center">
            <ErrorState error={view.error} onRetry={() => void thread.open()} isRetrying={false} />
          </div>
        ) : view.thread === null ? (
          <div className="flex-1">
            <BubblesSkeleton />
          </div>
        ) : (
          <MessageList
            conversation={data}
            view={view}
            thread={thread}
            line={line}
            lookAt={asked === undefined ? null : Number(asked)}
            onWrite={setWriting}
          />
        )}
        {data.isRequest ? (
          <RequestBar conversation={data} />
        ) : (
          <Composer
            conversation={data}
            thread={thread}
            people={view.thread?.people ?? new Map(data.participants.map((one) => [one.uid, one]))}
            writing={writing}
            onWriting={setWriting}
            onTakeFiles={setTake}
          />
        )}
      </section>
      {isPanelOpen && (
        <DetailsPane
          conversation={data}
          onClose={() => {
            setPanel(false);
            opener.current?.focus();
          }}
        />
      )}
    </div>
  );
}

function DropHint() {
  const { t } = useMessages();
  return (
    <p className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-card border-2 border-dashed border-brand-text bg-canvas/85 p-6 text-center text-lg font-bold text-brand-text">
      {t('chat.dropHere')}
    </p>
  );
}

function BackLink() {
  const { t } = useMessages();
  return (
    <Link to={paths.chat} className={buttonClass({ variant: 'outline' })}>
      <ArrowLeft size={18} aria-hidden className="rtl:-scale-x-100" />
      {t('chat.back')}
    </Link>
  );
}

function ThreadSkeleton() {
  return (
    <div className="flex h-full flex-col">
      <div className="flex h-17 items-center gap-3 border-b border-line bg-surface px-5">
        <Skeleton className="size-10 rounded-full!" />
        <Skeleton className="h-4 w-40" />
      </div>
      <BubblesSkeleton />
    </div>
  );
}
