import { CornerUpLeft, Forward } from 'lucide-react';
import { memo } from 'react';
import type { Conversation } from '#contract/chat.ts';
import type { Message } from '#contract/messages.ts';
import type { Face } from '#contract/people.ts';
import { useMessages } from '../../lib/messages.ts';
import { Link } from '../../lib/router/link.tsx';
import { conversationPath } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { nameOf, profileLink } from '../people/person.ts';
import { nameIn, previewOf } from './chat-names.ts';
import { timeOf } from './chat-times.ts';
import type { Writing } from './conversation-page.tsx';
import { MessageFiles } from './message-files.tsx';
import { isEmojiOnly } from './message-format.ts';
import { LinkPreviewCard } from './link-preview-card.tsx';
import { Reactions } from './reactions.tsx';
import { MessageText } from './message-text.tsx';
import { MessageTools } from './message-tools.tsx';
import type { Row } from './message-rows.ts';
import type { MessageStatus } from './receipts.ts';
import { StatusMark } from './status-mark.tsx';
import type { Thread } from './thread-store.ts';

interface MessageRowProps {
  row: Extract<Row, { kind: 'message' }>;
  isOwn: boolean;
  conversation: Conversation;
  people: ReadonlyMap<string, Face>;
  status: MessageStatus | null;
  thread: Thread;
  onWrite: (writing: Writing) => void;
}

/** A message: whose, when, what it says, what was said to it; and on reaching for it, what one can do with it. */
export const MessageRow = memo(function MessageRow({ row, isOwn, conversation, people, status, thread, onWrite }: MessageRowProps) {
  const messages = useMessages();
  const { t } = messages;
  const { message, isFirst, isLast } = row;
  const author = people.get(message.author);
  const name = isOwn ? t('chat.you') : nameIn(people, message.author, messages);
  const isGone = message.deleted !== null || message.hidden;
  const isBare = !isGone && message.files.length === 0 && message.replyTo === null && isEmojiOnly(message.text);
  const known = message.mentions.length === 0 ? people : new Map([...people, ...message.mentions.map((one) => [one.uid, one] as const)]);
  const hasNames = conversation.kind === 'group' && !isOwn;
  return (
    <li
      data-seq={message.seq}
      className={`group/row flex gap-2.5 ${isFirst ? 'pt-2.5' : 'pt-0.5'} ${isOwn ? 'flex-row-reverse' : ''} data-found:animate-found`}
    >
      {!isOwn &&
        (isFirst && author !== undefined ? (
          <Link {...profileLink(author.uid)} tabIndex={-1} aria-hidden className={`self-start ${hasNames ? 'mt-5' : ''}`}>
            <Avatar name={nameOf(author)} photoUrl={author.photoUrl} size={2} />
          </Link>
        ) : (
          <span className="w-8 shrink-0" />
        ))}
      <article
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move from one to the next
        tabIndex={-1}
        aria-label={t('chat.messageOf', { name, time: timeOf(message.sentAt, messages) })}
        className={`grid max-w-[min(34rem,82%)] min-w-0 gap-1 rounded-card ${isOwn ? 'justify-items-end' : 'justify-items-start'}`}
      >
        {hasNames && isFirst && (
          <span dir="auto" className="px-1 text-xs font-medium text-ink-2">
            {name}
          </span>
        )}
        <div className={`flex max-w-full items-center gap-1 ${isOwn ? 'flex-row-reverse' : ''}`}>
          <div
            className={`min-w-0 ${
              isBare
                ? ''
                : `rounded-card border px-3.5 py-2 ${
                    isGone
                      ? 'border-dashed border-line-strong text-ink-2 italic'
                      : isOwn
                        ? `border-transparent bg-brand text-on-brand ${isLast ? 'rounded-ee-sm' : ''}`
                        : `border-line bg-surface ${isFirst ? 'rounded-ss-sm' : ''}`
                  }`
            }`}
          >
            {isGone ? (
              t(
                message.hidden
                  ? 'chat.hidden'
                  : message.deleted === 'moderator'
                    ? 'chat.deletedBySchool'
                    : message.deleted === 'retention'
                      ? 'chat.deletedByAge'
                      : 'chat.deleted',
              )
            ) : (
              <>
                {message.forwarded && (
                  <p className={`flex items-center gap-1 text-xs ${isOwn ? 'opacity-80' : 'text-ink-2'}`}>
                    <Forward size={14} aria-hidden className="rtl:-scale-x-100" />
                    {t('chat.forwarded')}
                  </p>
                )}
                {message.replyTo !== null && <Answered to={message.replyTo} conversation={conversation.id} people={known} isOwn={isOwn} />}
                {message.files.length > 0 && <MessageFiles files={message.files} hasText={message.text !== ''} isOwn={isOwn} />}
                {message.text !== '' && <MessageText text={message.text} people={known} isOwn={isOwn && !isBare} />}
              </>
            )}
          </div>
          {!message.hidden && (
            <MessageTools
              message={message}
              isOwn={isOwn}
              conversation={conversation}
              text={previewOf(message, known, messages)}
              thread={thread}
              onWrite={onWrite}
            />
          )}
        </div>
        {!isGone && message.preview !== null && <LinkPreviewCard preview={message.preview} />}
        {message.reactions.length > 0 && <Reactions message={message} people={people} canReact={conversation.can.send} thread={thread} />}
        {(isLast || message.editedAt !== null) && (
          <span className={`flex items-center gap-1.5 px-1 text-xs text-ink-2 tabular-nums ${isLast ? 'pb-1' : ''}`}>
            {message.editedAt !== null && !isGone && <span>{t('chat.edited')}</span>}
            {isLast && <time dateTime={message.sentAt}>{timeOf(message.sentAt, messages)}</time>}
            {status !== null && <StatusMark status={status} isGroup={conversation.kind === 'group'} />}
          </span>
        )}
      </article>
    </li>
  );
});

/** What a message answers, in one line; leads to it. */
function Answered({
  to,
  conversation,
  people,
  isOwn,
}: {
  to: NonNullable<Message['replyTo']>;
  conversation: string;
  people: ReadonlyMap<string, Face>;
  isOwn: boolean;
}) {
  const messages = useMessages();
  return (
    <Link
      to={conversationPath(conversation)}
      search={{ message: String(to.seq) }}
      replace
      resetScroll={false}
      className={`mb-1.5 grid min-w-0 rounded-control border-s-2 px-2.5 py-1 text-sm ${isOwn ? 'border-on-brand/60 bg-on-brand/10' : 'border-brand-text bg-fill'}`}
    >
      <span className="flex items-center gap-1 font-medium">
        <CornerUpLeft size={14} aria-hidden className="shrink-0 rtl:-scale-x-100" />
        <span dir="auto" className="truncate">
          {nameIn(people, to.author, messages)}
        </span>
      </span>
      <span dir="auto" className="truncate">
        {to.deleted ? messages.t('chat.deleted') : to.text || messages.t('chat.aFile')}
      </span>
    </Link>
  );
}
