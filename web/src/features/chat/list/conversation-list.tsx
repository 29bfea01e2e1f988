import { Link } from '@tanstack/react-router';
import { useSearch } from '../../../lib/page.tsx';
import {
  Archive,
  CheckCheck,
  MailQuestionMark,
  MessageCircle,
  SearchX,
  UsersRound,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type {
  Conversation,
  ConversationFilter,
  ConversationFolder,
} from '#contract/chat/conversations.endpoints.ts';
import { useDebounced } from '../../../lib/debounce.ts';
import { useMessages } from '../../../lib/messages.ts';
import { paths } from '../../../paths.ts';
import { BackLink } from '../../../shell/back-link.tsx';
import { PageHeader } from '../../../shell/page-header.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { BeginButton } from './begin-button.tsx';
import { inOrder, useConversations } from '../chat.data.ts';
import { ConversationMenu } from './conversation-menu.tsx';
import { ConversationRow } from './conversation-row.tsx';
import { FoundMessages } from './found-messages.tsx';
import { watch } from '../presence.ts';
import { useArrowKeys } from '../../../lib/use-keys.ts';

/** The user's conversations with search. */
export function ConversationList({ openId }: { openId: string | null }) {
  const { t } = useMessages();
  const { folder: asked } = useSearch();
  const folder: ConversationFolder = asked === 'archive' || asked === 'requests' ? asked : 'inbox';
  const [text, setText] = useState('');
  const [words, setWords] = useState('');
  useDebounced(text.trim(), setWords);
  const [only, setOnly] = useState<ConversationFilter | null>(null);
  const list = useConversations(folder, words, only);
  const pages = list.data?.pages;
  const items = pages && inOrder(pages.flatMap((page) => page.items));
  const counts = pages?.[0]?.counts;
  const isWhole = folder === 'inbox' && words === '' && only === null;
  const rows = useRef<HTMLUListElement>(null);

  useWatchedPresence(items);

  useArrowKeys(rows, 'a');

  return (
    <section aria-label={t('chat.list')} className="flex h-full min-h-0 flex-col">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3.5 px-4 pt-4 pb-2.5 md:px-5 md:pt-6">
        {folder === 'inbox' ? (
          <PageHeader title={t('chat.title')}>
            <BeginButton variant="icon" />
          </PageHeader>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
            <PageHeader
              title={t(folder === 'archive' ? 'chat.archive' : 'chat.requests')}
              back={<BackLink to={paths.chat}>{t('chat.back')}</BackLink>}
            />
            {folder === 'requests' && (
              <p className="text-sm text-ink-2">{t('chat.requestsBody')}</p>
            )}
          </div>
        )}
        <SearchField
          label={t('chat.searchAll')}
          value={text}
          onChange={setText}
          isBusy={list.isFetching && words !== ''}
        />
        {folder === 'inbox' && (
          <div role="group" aria-label={t('chat.filter')} className="flex flex-wrap gap-1.5">
            {(['unread', 'groups'] as const).map((filter) => (
              <Chip
                key={filter}
                isOn={only === filter}
                aria-pressed={only === filter}
                onClick={() => setOnly(only === filter ? null : filter)}
              >
                {t(`chat.only_${filter}`)}
              </Chip>
            ))}
          </div>
        )}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-2 pb-4">
        {isWhole && counts !== undefined && counts.requests > 0 && (
          <FolderLink folder="requests" count={counts.requests} />
        )}
        {items === undefined ? (
          list.error ? (
            <ErrorState
              error={list.error}
              onRetry={() => void list.refetch()}
              isRetrying={list.isFetching}
            />
          ) : (
            <ConversationsSkeleton />
          )
        ) : (
          <>
            <ul
              ref={rows}
              aria-label={t('chat.list')}
              className="grid grid-cols-[minmax(0,1fr)] gap-0.5"
            >
              {items.map((item) => (
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button next to it does the same
                <li
                  key={item.id}
                  className="group/conversation relative"
                  onContextMenu={(event) => {
                    const button =
                      event.currentTarget.querySelector<HTMLElement>('[aria-haspopup="menu"]');
                    if (button === null) return;
                    event.preventDefault();
                    button.click();
                  }}
                >
                  <ConversationRow item={item} isOpen={item.id === openId} folder={folder} />
                  <ConversationMenu item={item} isOpen={item.id === openId} />
                </li>
              ))}
            </ul>
            {list.hasNextPage && (
              <div className="grid justify-items-center py-3">
                <Button
                  size="sm"
                  isPending={list.isFetchingNextPage}
                  onClick={() => void list.fetchNextPage()}
                >
                  {t('chat.more')}
                </Button>
              </div>
            )}
            {words.length >= 2 && <FoundMessages words={words} />}
            {items.length === 0 && words === '' && <NothingIn folder={folder} only={only} />}
            {items.length === 0 && words.length === 1 && (
              <EmptyState icon={SearchX} title={t('chat.noneFound')} />
            )}
          </>
        )}
        {isWhole && counts !== undefined && counts.archived > 0 && (
          <FolderLink folder="archive" count={counts.archived} />
        )}
      </div>
    </section>
  );
}

/** Watches who is online in direct conversations. */
function useWatchedPresence(items: readonly Conversation[] | undefined) {
  const faces =
    items?.flatMap((one) => (one.kind === 'direct' ? (one.people[0]?.uid ?? []) : [])).join(',') ??
    '';
  useEffect(() => watch(faces === '' ? [] : faces.split(',')), [faces]);
}

function ConversationsSkeleton() {
  return (
    <Loading className="grid gap-1 px-2">
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="flex h-17 items-center gap-3">
          <Skeleton className="size-12 shrink-0 rounded-full!" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </Loading>
  );
}

function FolderLink({ folder, count }: { folder: 'requests' | 'archive'; count: number }) {
  const { t, number } = useMessages();
  const Icon = folder === 'requests' ? MailQuestionMark : Archive;
  return (
    <Link
      to={paths.chat}
      search={{ folder }}
      className="flex min-h-12 items-center gap-3 rounded-card px-3 -outline-offset-2 transition-colors duration-150 hover:bg-fill"
    >
      <span className="grid size-12 shrink-0 place-items-center">
        <Icon size={20} aria-hidden className="text-ink-2" />
      </span>
      <span className="min-w-0 flex-1 font-medium">
        {t(folder === 'archive' ? 'chat.archive' : 'chat.requests')}
      </span>
      <span
        className={
          folder === 'requests'
            ? 'rounded-full bg-brand px-1.5 text-xs font-bold text-on-brand tabular-nums'
            : 'text-sm text-ink-3 tabular-nums'
        }
      >
        {number(count)}
      </span>
    </Link>
  );
}

function NothingIn({
  folder,
  only,
}: {
  folder: ConversationFolder;
  only: ConversationFilter | null;
}) {
  const { t } = useMessages();
  if (only !== null)
    return (
      <EmptyState
        icon={only === 'unread' ? CheckCheck : UsersRound}
        title={t(`chat.none_${only}`)}
      />
    );
  if (folder === 'archive')
    return (
      <EmptyState icon={Archive} title={t('chat.noArchive')}>
        {t('chat.noArchiveBody')}
      </EmptyState>
    );
  if (folder === 'requests')
    return <EmptyState icon={MailQuestionMark} title={t('chat.noRequests')} />;
  return (
    <EmptyState
      icon={MessageCircle}
      title={t('chat.none')}
      action={<BeginButton variant="primary" />}
    >
      {t('chat.noneBody')}
    </EmptyState>
  );
}
