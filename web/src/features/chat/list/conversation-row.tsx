import { Link } from '@tanstack/react-router';
import { BellOff, CircleAlert, Pin } from 'lucide-react';
import type { Conversation, ConversationFolder } from '#contract/chat/conversations.endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useUser } from '../../../lib/session-store.ts';
import { useStore } from '../../../lib/store.ts';
import { conversationLink } from '../../../paths.ts';
import { nameOf } from '../../people/person.ts';
import { nameIn, previewOf } from '../chat-names.ts';
import { titleOf } from '../conversation-title.ts';
import { shortTime } from '../chat-times.ts';
import { ConversationFace } from './conversation-face.tsx';
import { useDraft } from '../queue/drafts.ts';
import { plainWords } from '../../formatted-text/message-format.ts';
import { unsent } from '../queue/unsent.ts';
import { typing } from '../presence.ts';
import { cachedThread } from '../thread-store.ts';
import { useMuted } from './use-muted.ts';

export function ConversationRow({
  item,
  isOpen,
  folder,
}: {
  item: Conversation;
  isOpen: boolean;
  folder: ConversationFolder;
}) {
  const messages = useMessages();
  const { t, number } = messages;
  const isUnread = item.unread > 0;
  const isMuted = useMuted(item);
  return (
    <Link
      {...conversationLink(item.id)}
      {...(folder !== 'inbox' && { search: { folder } })}
      aria-current={isOpen ? 'true' : undefined}
      className={`flex items-center gap-3 rounded-card px-3 py-2.5 -outline-offset-2 transition-colors duration-150 ${isOpen ? 'bg-brand-soft' : 'hover:bg-fill'}`}
    >
      <ConversationFace item={item} />
      <span className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-0.5">
        <span className="flex items-baseline gap-2">
          <span
            dir="auto"
            className={`min-w-0 flex-1 page-start truncate ${isUnread ? 'font-bold' : 'font-medium'}`}
          >
            {titleOf(item, messages)}
          </span>
          {item.isPinned && (
            <Pin
              size={14}
              aria-label={t('chat.pinned')}
              className="shrink-0 self-center text-ink-3"
            />
          )}
          {isMuted && (
            <BellOff
              size={14}
              aria-label={t('chat.muted')}
              className="shrink-0 self-center text-ink-3"
            />
          )}
          <time
            dateTime={item.activeAt}
            // On hover, the row's menu replaces it.
            className="shrink-0 text-xs text-ink-2 tabular-nums group-hover/conversation:invisible touch:visible!"
          >
            {shortTime(item.activeAt, messages)}
          </time>
        </span>
        <span className="flex items-center gap-2">
          <span
            dir="auto"
            className={`min-w-0 flex-1 page-start truncate text-sm ${isUnread ? 'font-medium text-ink' : 'text-ink-2'}`}
          >
            <LastWords item={item} isOpen={isOpen} />
          </span>
          {isUnread && (
            <span
              className={`shrink-0 rounded-full px-1.5 text-xs leading-5 font-bold tabular-nums ${isMuted && !item.isMentioned ? 'bg-fill-2 text-ink-2' : 'bg-brand text-on-brand'}`}
            >
              <span aria-hidden>
                {item.isMentioned && '@ '}
                {item.unread > 99 ? '99+' : number(item.unread)}
              </span>
              <span className="sr-only">{t('chat.unreadCount', { count: item.unread })}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

/** Shows failed messages, who is typing, a draft, or the last message. */
function LastWords({ item, isOpen }: { item: Conversation; isOpen: boolean }) {
  const messages = useMessages();
  const { t } = messages;
  const user = useUser();
  const me = user.uid;
  const writing = useStore(typing).get(item.id) ?? [];
  const draft = useDraft(item.id, item.draft);
  const refused = useStore(unsent).filter(
    ({ conversation, failure }) => conversation === item.id && failure?.isFinal === true,
  ).length;
  const people = new Map([...item.people, user].map((person) => [person.uid, person]));
  if (refused > 0)
    return (
      <span className="font-medium text-bad">
        <CircleAlert size={14} aria-hidden className="me-1 inline-block align-[-0.15em]" />
        {refused === 1 ? t('chat.notSent') : t('chat.notSentCount', { count: refused })}
      </span>
    );
  if (writing.length > 0)
    return <span className="font-medium text-brand-text">{t('chat.typing')}</span>;
  // The open conversation shows its draft in the field.
  if (draft !== '' && !isOpen) {
    // The list contains only some faces of a large group. If the conversation was opened before, its thread has more.
    const known = new Map([
      ...(cachedThread(item.id)?.store.get().thread?.people ?? []),
      ...people,
    ]);
    return (
      <>
        <span className="font-medium text-bad">{t('chat.draft')}</span>{' '}
        {plainWords(draft, (uid) => nameIn(known, uid, messages))}
      </>
    );
  }
  const last = item.lastMessage;
  if (last === null) return t('chat.nothingYet');
  const words = previewOf(last, people, messages, me);
  if (last.event !== null || last.hidden) return words;
  if (last.author === me) return t('chat.youSaid', { words });
  const author = people.get(last.author);
  // The list contains only some faces of a large group.
  return item.kind === 'group' && author !== undefined
    ? t('chat.theySaid', { name: author.firstName || nameOf(author), words })
    : words;
}
