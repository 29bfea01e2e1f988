import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FileText, Images, Link2, MessageSquareText } from 'lucide-react';
import { useState } from 'react';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import { listSharedMessages } from '#contract/chat/calls.ts';
import { sharedKinds, type SharedKind } from '#contract/chat/limits.ts';
import { QueryBoundary } from '../../../kit/query-boundary.tsx';
import { LoadMore } from '../../../kit/row-list.tsx';
import { call } from '../../../lib/call.ts';
import { addEnglish, useMessages } from '../../../lib/messages.ts';
import { conversationLink } from '../../../paths.ts';
import { FileRow } from '../../../ui/file-row.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { usePictureViewer } from '../../../ui/use-picture-viewer.tsx';
import english from '../messages/en.json';

addEnglish(english);

const sharedPages = (conversation: string, kind: SharedKind) => ({
  queryKey: [listSharedMessages, 'pages', { conversation, kind }] as const,
  queryFn: ({ pageParam, signal }: { pageParam: number | null; signal: AbortSignal }) =>
    call(
      listSharedMessages,
      { conversation, kind, ...(pageParam !== null && { before: pageParam }) },
      signal,
    ),
  initialPageParam: null as number | null,
  getNextPageParam: (last: { next: number | null }) => last.next,
  // New messages aren't added to an open list, so it loads again each time it opens.
  staleTime: 0,
});

const icons = { pictures: Images, files: FileText, links: Link2 } as const;

/** The pictures, other files and links that people shared in a conversation, newest first. */
export function SharedFiles({ conversation }: { conversation: string }) {
  const { t } = useMessages();
  const [kind, setKind] = useState<SharedKind>('pictures');
  const shared = useInfiniteQuery(sharedPages(conversation, kind));
  return (
    <section aria-label={t('chat.shared')} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Tabs
        label={t('chat.shared')}
        items={sharedKinds.map((id) => ({ id, label: t(`chat.shared_${id}`) }))}
        selected={kind}
        onSelect={setKind}
      >
        <div className="grid min-h-32 grid-cols-[minmax(0,1fr)] content-start gap-3 pt-3">
          <QueryBoundary
            query={shared}
            skeleton={['h-28']}
            isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
            empty={{ icon: icons[kind], title: t(`chat.sharedNone_${kind}`) }}
          >
            {({ pages }) => {
              const messages = pages.flatMap(({ items }) => items);
              return (
                <>
                  {kind === 'pictures' ? (
                    <Pictures messages={messages} />
                  ) : kind === 'files' ? (
                    <Files messages={messages} />
                  ) : (
                    <Links messages={messages} />
                  )}
                  <LoadMore query={shared} />
                </>
              );
            }}
          </QueryBoundary>
        </div>
      </Tabs>
    </section>
  );
}

interface ListProps {
  messages: readonly Message[];
}

function Pictures({ messages }: ListProps) {
  const { t } = useMessages();
  const pictures = messages.flatMap(({ files }) => files.filter(({ picture }) => picture !== null));
  const { open, viewer } = usePictureViewer(pictures);
  return (
    <>
      <ul className="grid grid-cols-3 gap-1">
        {pictures.map((file, nth) => (
          <li key={file.id}>
            <a
              href={file.url}
              target="_blank"
              rel="noopener"
              aria-label={t('chat.openPicture', { name: file.name })}
              aria-haspopup="dialog"
              onClick={open(nth)}
              className="block overflow-hidden rounded-control"
            >
              <img
                src={file.picture?.thumbnailUrl ?? file.url}
                alt=""
                loading="lazy"
                decoding="async"
                className="aspect-square w-full bg-fill-2 object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
      {viewer}
    </>
  );
}

/** Opens the conversation at a message. */
function ToMessage({ message }: { message: Message }) {
  const { t, date } = useMessages();
  return (
    <Link
      {...conversationLink(message.conversation)}
      search={{ message: String(message.seq), panel: 'details' }}
      resetScroll={false}
      className="flex min-h-8 items-center gap-1.5 rounded-control text-sm text-ink-2 hover:underline touch:min-h-11"
    >
      <MessageSquareText size={14} aria-hidden className="shrink-0" />
      <span className="sr-only">{t('chat.sharedShow')}, </span>
      {date(message.sentAt, 'moment')}
    </Link>
  );
}

function Files({ messages }: ListProps) {
  return (
    <ul className="grid gap-2">
      {messages.map((message) => (
        <li key={message.id} className="grid grid-cols-[minmax(0,1fr)]">
          {message.files
            .filter(({ picture }) => picture === null)
            .map((file) => (
              <FileRow key={file.id} file={file} className="py-1 pe-1" />
            ))}
          <ToMessage message={message} />
        </li>
      ))}
    </ul>
  );
}

function Links({ messages }: ListProps) {
  return (
    <ul className="grid gap-3">
      {messages.map((message) =>
        message.preview === null ? null : (
          <li key={message.id} className="grid grid-cols-[minmax(0,1fr)]">
            <a
              href={message.preview.url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="grid min-w-0 rounded-control hover:underline"
            >
              <bdi className="truncate font-medium">
                {message.preview.title || message.preview.url}
              </bdi>
              <bdi className="truncate text-sm text-ink-2">{message.preview.site}</bdi>
            </a>
            <ToMessage message={message} />
          </li>
        ),
      )}
    </ul>
  );
}
