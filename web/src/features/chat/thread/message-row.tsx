import { Link } from '@tanstack/react-router';
import { Forward } from 'lucide-react';
import { memo, useState } from 'react';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { nameOf, profileLink } from '../../people/person.ts';
import { QuotedMessage } from './quoted-message.tsx';
import { nameIn, wordsOf } from '../chat-names.ts';
import type { ComposerMode } from '../queue/composing.ts';
import { MessageFiles } from './message-files.tsx';
import { isEmojiOnly } from '../../formatted-text/message-format.ts';
import { LinkPreviewCard } from '../../formatted-text/link-preview-card.tsx';
import { Reactions } from './reactions.tsx';
import { FormattedText } from '../../formatted-text/formatted-text.tsx';
import { MessageTools } from './message-tools.tsx';
import type { MessageStatus } from './receipts.ts';
import { StatusMark } from './status-mark.tsx';
import type { Thread } from '../thread-store.ts';
import { useLongPress } from './use-long-press.ts';

interface MessageRowProps {
  message: Message;
  /** True if the message is the first or last of a group by one author. */
  isFirst: boolean;
  isLast: boolean;
  isOwn: boolean;
  isGroup: boolean;
  canSend: boolean;
  canModerate: boolean;
  isTouch: boolean;
  people: ReadonlyMap<string, Face>;
  /** The delivery status of the user's own message. The newest shows it as text. */
  status: MessageStatus | null;
  isNewest: boolean;
  thread: Thread;
  onWrite: (writing: ComposerMode) => void;
  onShow: (seq: number) => void;
}

/** The text shown in place of a deleted message, by who deleted it. */
const missingTexts = {
  author: 'chat.deleted',
  owner: 'chat.deletedByOwner',
  moderator: 'chat.deletedBySchool',
  retention: 'chat.deletedByAge',
} as const;

const isSameStatus = (one: MessageStatus | null, other: MessageStatus | null): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
/** Hundreds of rows can be in a list, so a row re-renders only if something about it changed. */
const isSame = (
  { status, ...one }: MessageRowProps,
  { status: nextStatus, ...next }: MessageRowProps,
): boolean =>
  isSameStatus(status, nextStatus) &&
  Object.entries(one).every(([key, value]) => value === next[key as keyof typeof next]);

/** A message with author, time, content and reactions. Its tools appear on hover and focus. */
export const MessageRow = memo(function MessageRow(props: MessageRowProps) {
  const {
    message,
    isFirst,
    isLast,
    isOwn,
    isGroup,
    canSend,
    canModerate,
    isTouch,
    people,
    status,
    isNewest,
    thread,
    onWrite,
    onShow,
  } = props;
  const messages = useMessages();
  const { t } = messages;
  const [isNear, setNear] = useState(false);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const press = useLongPress(() => setSheetOpen(true));
  const author = people.get(message.author);
  const name = isOwn ? t('chat.you') : nameIn(people, message.author, messages);
  const isGone = message.deleted !== null || message.hidden;
  const isBare =
    !isGone && message.files.length === 0 && message.replyTo === null && isEmojiOnly(message.text);
  const known =
    message.mentions.length === 0
      ? people
      : new Map([...people, ...message.mentions.map((one) => [one.uid, one] as const)]);
  const hasNames = isGroup && !isOwn;
  const hasReactions = message.reactions.length > 0;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- hears only whether the focus is within
    <li
      data-seq={message.seq}
      onFocus={() => setNear(true)}
      onBlur={() => setNear(false)}
      className={`group/row flex gap-2.5 rounded-card transition-colors duration-200 data-found:bg-brand-soft ${isFirst ? 'pt-2.5' : 'pt-0.5'} ${isOwn ? 'flex-row-reverse' : ''}`}
    >
      {!isOwn && (
        <AuthorPicture isFirst={isFirst} author={author} hasNames={hasNames} isGroup={isGroup} />
      )}
      <article
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrow keys move from one to the next
        tabIndex={-1}
        aria-label={t('chat.messageOf', { name, time: messages.date(message.sentAt, 'time') })}
        className={`relative grid min-w-0 max-w-[min(36rem,calc(100%-4.75rem))] grid-cols-[minmax(0,auto)] gap-1 rounded-card touch:max-w-[min(36rem,calc(100%-3rem))] ${isOwn ? 'justify-items-end' : 'justify-items-start'}`}
      >
        {hasNames && isFirst && (
          <span
            dir="auto"
            data-person={author?.uid}
            className="px-1 text-xs font-medium text-ink-2"
          >
            {name}
          </span>
        )}
        <div className="relative max-w-full">
          <div
            {...(isTouch && !message.hidden && press)}
            className={`min-w-0 touch:select-none touch:[-webkit-touch-callout:none] ${
              isBare
                ? ''
                : `rounded-card border px-3 ${hasReactions ? 'pt-1.5 pb-2.5' : 'py-1.5'} ${
                    isGone
                      ? 'border-dashed border-line-strong text-ink-2 italic'
                      : isOwn
                        ? `border-brand-edge bg-brand text-on-brand ${isLast ? 'rounded-ee-sm' : ''}`
                        : `border-line bg-surface ${isFirst ? 'rounded-ss-sm' : ''}`
                  }`
            }`}
          >
            {isGone ? (
              t(message.hidden ? 'chat.hidden' : missingTexts[message.deleted ?? 'author'])
            ) : (
              <MessageContent
                message={message}
                isOwn={isOwn}
                known={known}
                onShow={onShow}
                isBare={isBare}
              />
            )}
          </div>
          {!message.hidden && (
            <MessageTools
              text={wordsOf(message, known, messages)}
              onSheet={setSheetOpen}
              {...{
                message,
                isOwn,
                canSend,
                canModerate,
                thread,
                onWrite,
                isNear,
                isTouch,
                isLast,
                isSheetOpen,
              }}
            />
          )}
        </div>
        {hasReactions && (
          <Reactions message={message} people={people} canReact={canSend} thread={thread} />
        )}
        {!isGone && message.preview !== null && <LinkPreviewCard preview={message.preview} />}
        <MessageFoot
          isLast={isLast}
          message={message}
          isGone={isGone}
          status={status}
          isGroup={isGroup}
          people={people}
          isNear={isNear}
          isNewest={isNewest}
          isOwn={isOwn}
          isTouch={isTouch}
        />
      </article>
    </li>
  );
}, isSame);

interface MessageFootProps {
  isLast: boolean;
  message: Message;
  isGone: boolean;
  status: MessageRowProps['status'];
  isGroup: boolean;
  people: MessageRowProps['people'];
  isNear: boolean;
  isNewest: boolean;
  isOwn: boolean;
  isTouch: boolean;
}

/**
 * Marks edited messages, and shows the status of the user's newest message. The time, and the status of older messages, appear
 * next to the message on hover and focus; on touch screens, below the last message of a group.
 */
function MessageFoot({
  isLast,
  message,
  isGone,
  status,
  isGroup,
  people,
  isNear,
  isNewest,
  isOwn,
  isTouch,
}: MessageFootProps) {
  const messages = useMessages();
  const { t } = messages;
  const time = (
    <time dateTime={message.sentAt} className="whitespace-nowrap">
      {messages.date(message.sentAt, 'time')}
    </time>
  );
  const mark = status !== null && (
    <StatusMark {...{ status, isGroup, people, isNear }} isShort={!isNewest} />
  );
  const isEdited = message.editedAt !== null && !isGone;
  const hasTime = isTouch && isLast;
  const hasMark = mark !== false && (isNewest || isTouch);
  return (
    <>
      {(isEdited || hasTime || hasMark) && (
        <span className="flex items-center gap-1.5 px-1 pb-1 text-xs text-ink-2 tabular-nums">
          {isEdited && <span>{t('chat.edited')}</span>}
          {hasTime && time}
          {hasMark && mark}
        </span>
      )}
      {!isTouch && (
        <span
          className={`absolute bottom-1 flex items-center gap-1.5 text-xs text-ink-2 tabular-nums opacity-0 transition-opacity duration-150 group-focus-within/row:opacity-100 group-hover/row:opacity-100 ${isOwn ? 'end-full me-2' : 'start-full ms-2'}`}
        >
          {time}
          {!hasMark && mark}
        </span>
      )}
    </>
  );
}

interface AuthorPictureProps {
  isFirst: boolean;
  author: Face | undefined;
  hasNames: boolean;
  isGroup: boolean;
}

/** The picture at the first message of a group, otherwise a space of the same width. */
function AuthorPicture({ isFirst, author, hasNames, isGroup }: AuthorPictureProps) {
  return isFirst && author !== undefined ? (
    <Link
      {...profileLink(author.uid)}
      tabIndex={-1}
      aria-hidden
      className={`self-start ${hasNames ? 'mt-5' : 'mt-1'} ${isGroup ? '' : 'max-md:hidden'}`}
    >
      <Avatar name={nameOf(author)} photoUrl={author.photoUrl} size={2} />
    </Link>
  ) : (
    <span className={`w-8 shrink-0 ${isGroup ? '' : 'max-md:hidden'}`} />
  );
}

interface MessageContentProps {
  message: Message;
  isOwn: boolean;
  known: ReadonlyMap<string, Face>;
  onShow: (seq: number) => void;
  isBare: boolean;
}

/** Whether it was forwarded, the message that it answers, files and text. */
function MessageContent({ message, isOwn, known, onShow, isBare }: MessageContentProps) {
  const { t } = useMessages();
  return (
    <>
      {message.forwarded && (
        <p className={`mb-0.5 flex items-center gap-1 text-xs ${isOwn ? '' : 'text-ink-2'}`}>
          <Forward size={14} aria-hidden className="rtl:-scale-x-100" />
          {t('chat.forwarded')}
        </p>
      )}
      {message.replyTo !== null && (
        <QuotedMessage
          to={message.replyTo}
          conversation={message.conversation}
          people={known}
          isOwn={isOwn}
          onShow={onShow}
        />
      )}
      {message.files.length > 0 && (
        <MessageFiles files={message.files} hasText={message.text !== ''} isOwn={isOwn} />
      )}
      {message.text !== '' && (
        <FormattedText text={message.text} people={known} isOwn={isOwn && !isBare} />
      )}
    </>
  );
}
