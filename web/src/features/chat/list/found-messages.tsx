import { Link } from '@tanstack/react-router';
import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import type { ReplyOf } from '#contract/call.ts';
import { searchMessages } from '#contract/chat/calls.ts';
import { call } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { conversationLink } from '../../../paths.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { nameOf } from '../../people/person.ts';
import { wordsOf } from '../chat-names.ts';
import { titleOf } from '../conversation-title.ts';
import { shortTime } from '../chat-times.ts';

type Found = ReplyOf<typeof searchMessages>['items'][number];

/** Search results in one or all conversations. Each links to the message. */
export function FoundMessages({ words, conversation }: { words: string; conversation?: string }) {
  const { t } = useMessages();
  const found = useInfiniteQuery({
    queryKey: [searchMessages, 'pages', words, conversation],
    queryFn: ({ pageParam, signal }) =>
      call(
        searchMessages,
        {
          words,
          ...(conversation !== undefined && { conversation }),
          ...(pageParam !== undefined && { after: pageParam }),
        },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (before) => before,
  });
  const items = found.data?.pages.flatMap((page) => page.items) ?? [];
  if (found.error)
    return (
      <ErrorState
        error={found.error}
        onRetry={() => void found.refetch()}
        isRetrying={found.isFetching}
      />
    );
  if (found.data === undefined) return null;
  return (
    <section aria-label={t('chat.foundMessages')}>
      {conversation === undefined && (
        <h2 className="px-3 pt-4 pb-1 text-sm! font-medium! text-ink-2">
          {t('chat.foundMessages')}
        </h2>
      )}
      {items.length === 0 ? (
        <div className="px-3 py-2">
          <EmptyState icon={SearchX} title={t('chat.noneFound')} isSmall />
        </div>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)]">
          {items.map((item) => (
            <li key={`${item.message.conversation}/${item.message.seq}`}>
              <Hit item={item} isHere={conversation !== undefined} />
            </li>
          ))}
        </ul>
      )}
      {found.hasNextPage && (
        <div className="grid justify-items-center py-2">
          <Button
            size="sm"
            isPending={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {t('chat.more')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Hit({
  item: { message, name, people, author },
  isHere,
}: {
  item: Found;
  isHere: boolean;
}) {
  const messages = useMessages();
  const known = new Map([...people, author].map((person) => [person.uid, person]));
  return (
    <Link
      {...conversationLink(message.conversation)}
      search={{ message: String(message.seq) }}
      resetScroll={false}
      className="flex gap-3 rounded-card px-3 py-2 -outline-offset-2 transition-colors duration-150 hover:bg-fill"
    >
      <Avatar name={nameOf(author)} photoUrl={author.photoUrl} size={2} />
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)]">
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="page-start min-w-0 flex-1 truncate text-sm font-medium">
            {nameOf(author)}
            {!isHere && (
              <span className="font-normal text-ink-2">
                {' '}
                •{' '}
                {titleOf(
                  { name, people, kind: name === null && people.length < 2 ? 'direct' : 'group' },
                  messages,
                )}
              </span>
            )}
          </span>
          <time dateTime={message.sentAt} className="shrink-0 text-xs text-ink-2">
            {shortTime(message.sentAt, messages)}
          </time>
        </span>
        <span dir="auto" className="page-start line-clamp-2 text-sm text-ink-2">
          {wordsOf(message, known, messages)}
        </span>
      </span>
    </Link>
  );
}
