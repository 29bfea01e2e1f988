import { ArrowDown } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useTouch } from '../../../lib/media.ts';
import { useUser } from '../../../lib/session-store.ts';
import { useStore } from '../../../lib/store.ts';
import { showToast } from '../../../ui/toasts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { RetryBar } from '../../../ui/retry-bar.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { chatErrorText } from '../chat-failures.ts';
import { markRead } from '../chat.data.ts';
import { eventText, nameIn, previewOf } from '../chat-names.ts';
import { dayText } from '../chat-times.ts';
import type { ComposerMode } from '../queue/composing.ts';
import { MessageRow } from './message-row.tsx';
import { rowsOf, type Row } from './message-rows.ts';
import { unsent } from '../queue/unsent.ts';
import { PendingRow } from './pending-row.tsx';
import { typing } from '../presence.ts';
import { statusOf } from './receipts.ts';
import type { Thread, ThreadView } from '../thread-store.ts';
import { useAnchoredScroll } from './use-anchored-scroll.ts';
import { useArrowKeys, useKeys } from '../../../lib/use-keys.ts';
import type { NewLine } from './use-new-line.ts';
import { useSteps } from './use-steps.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';

interface MessageListProps {
  conversation: Conversation;
  view: ThreadView;
  thread: Thread;
  line: NewLine;
  /** The message to scroll to. */
  lookAt: number | null;
  onWrite: (writing: ComposerMode) => void;
}

/** The messages, newest at the bottom. Arrow keys move between them. */
export function MessageList({
  conversation,
  view,
  thread,
  line,
  lookAt,
  onWrite,
}: MessageListProps) {
  const messages = useMessages();
  const { t } = messages;
  const me = useUser().uid;
  const writing = useStore(typing).get(conversation.id) ?? [];
  const waiting = useStore(unsent);
  const pending = useMemo(
    () => waiting.filter((entry) => entry.conversation === conversation.id),
    [waiting, conversation.id],
  );
  const { held, pending: shownPending } = useSteps(
    useMemo(() => ({ held: view.thread, pending }), [view.thread, pending]),
  );
  const items = useMemo(() => held?.items ?? [], [held]);
  const hasAfter = held?.hasAfter === true;
  const rows = useMemo(
    () => rowsOf(items, hasAfter ? [] : shownPending, line, me),
    [items, shownPending, hasAfter, line, me],
  );
  const scroller = useRef<HTMLDivElement>(null);
  const isTouch = useTouch();
  const { onTop, onBottom, missing, failure, loadMore } = useLoadMore(thread, view, items);
  const { look, toEnd, show, revealLine, isAtEnd } = useAnchoredScroll(scroller, rows, {
    hasAfter,
    onTop,
    onBottom,
  });

  const goTo = useGoTo(show, thread, rows);

  const begin = useEffectEvent(() => {
    if (lookAt === null) {
      revealLine();
      return;
    }
    goTo(lookAt);
  });
  useEffect(() => begin(), [lookAt]);

  const last = useMarkVisibleRead({ items, isAtEnd, hasAfter, conversation });

  const goToEnd = () => {
    toEnd();
    void thread.toEnd();
  };

  // Scroll to the user's own new message.
  const newest = pending.at(-1)?.clientId;
  const follow = useEffectEvent(goToEnd);
  useEffect(() => {
    if (newest !== undefined) follow();
  }, [newest]);

  useArrowKeys(scroller, 'article');
  useKeys(scroller, (event) => {
    if (event.key === 'End' && event.ctrlKey) goToEnd();
  });
  // Don't announce messages that were there when the conversation opened.
  const [lastAtOpen] = useState(last);
  if (held === null) return null;
  const people = held.people;
  const newestMessage = items.at(-1);
  const newestOwn = hasAfter
    ? null
    : items.findLast(({ author, event }) => author === me && event === null)?.seq;
  const writers = writing.map((uid) => nameIn(people, uid, messages));
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={scroller}
        role="region"
        aria-label={t('chat.messages')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keyboard
        tabIndex={0}
        onScroll={look}
        className="h-full overflow-y-auto overscroll-contain px-3 pt-4 pb-2 [overflow-anchor:none] -outline-offset-2 md:px-5"
      >
        <div className="flex min-h-full flex-col justify-end">
          {missing === 'older' && (
            <div className="pb-4">
              <ErrorState
                isSmall
                error={failure}
                onRetry={() => void loadMore('older')}
                isRetrying={view.isOlderComing}
              />
            </div>
          )}
          {held.hasBefore && missing !== 'older' && (
            <div aria-hidden className="grid gap-3 pb-4">
              <Skeleton className="h-10 w-48 rounded-card!" />
              <Skeleton className="h-10 w-64 rounded-card!" />
            </div>
          )}
          {rows.length === 0 && !held.hasBefore && (
            <p className="m-auto text-ink-2">{t('chat.nothingYet')}</p>
          )}
          <ol>
            {rows.map((row) => {
              switch (row.kind) {
                case 'day':
                  return <DayRow key={row.key} at={row.at} />;
                case 'unread':
                  return <UnreadLine key={row.key} />;
                case 'event':
                  return <EventRow key={row.key} people={people} me={me} message={row.message} />;
                case 'message':
                  return (
                    <MessageRow
                      key={row.key}
                      message={row.message}
                      isFirst={row.isFirst}
                      isLast={row.isLast}
                      isOwn={row.message.author === me}
                      isGroup={conversation.kind === 'group'}
                      canSend={conversation.can.send}
                      canModerate={conversation.can.moderate}
                      isTouch={isTouch}
                      people={people}
                      status={
                        row.message.author === me && row.isLast
                          ? statusOf(row.message, held.participants, me, conversation)
                          : null
                      }
                      isNewest={row.message.seq === newestOwn}
                      thread={thread}
                      onWrite={onWrite}
                      onShow={goTo}
                    />
                  );
                case 'pending':
                  return (
                    <PendingRow
                      key={row.key}
                      entry={row.entry}
                      isFirst={row.isFirst}
                      isLast={row.isLast}
                      people={people}
                      to={
                        row.entry.replyTo === null
                          ? undefined
                          : items.find(({ seq }) => seq === row.entry.replyTo)
                      }
                      onShow={goTo}
                    />
                  );
              }
            })}
          </ol>
          {missing === 'newer' && (
            <div className="py-4">
              <ErrorState
                isSmall
                error={failure}
                onRetry={() => void loadMore('newer')}
                isRetrying={view.isNewerComing}
              />
            </div>
          )}
          <TypingLine writers={writers} />
        </div>
        {failure !== null && missing === null && (
          <RetryBar error={failure} onRetry={() => void thread.open()} isRetrying={false} />
        )}
      </div>
      <NewMessageStatus message={newestMessage} me={me} lastAtOpen={lastAtOpen} people={people} />
      {(!isAtEnd || hasAfter) && (
        <ToEndButton onClick={() => goToEnd()} unread={conversation.unread} />
      )}
    </div>
  );
}

/** Names who is writing. */
function TypingLine({ writers }: { writers: readonly string[] }) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <p className="min-h-6 px-10 pt-1 text-sm text-ink-2" aria-live="polite">
      {writers.length > 0 &&
        t('chat.writing', {
          names: messages.list(writers.slice(0, 3)),
          count: writers.length,
        })}
    </p>
  );
}

interface NewMessageStatusProps {
  message: Message | undefined;
  me: string;
  lastAtOpen: number;
  people: ReadonlyMap<string, Face>;
}

/** Announces messages from others that arrive after the conversation opened. */
function NewMessageStatus({ message, me, lastAtOpen, people }: NewMessageStatusProps) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <p className="sr-only" aria-live="polite">
      {message && message.author !== me && message.seq > lastAtOpen
        ? t('chat.said', {
            name: nameIn(people, message.author, messages),
            words: previewOf(message, people, messages, me),
          })
        : ''}
    </p>
  );
}

interface EventRowProps {
  people: ReadonlyMap<string, Face>;
  me: string;
  message: Message;
}

/** A change of the conversation, such as a new name. */
function EventRow({ people, me, message }: EventRowProps) {
  const messages = useMessages();
  return (
    <li data-seq={message.seq} className="py-1.5 text-center text-sm text-ink-2">
      {message.event &&
        eventText({ author: message.author, event: message.event }, people, messages, me)}
    </li>
  );
}

function UnreadLine() {
  const { t } = useMessages();
  return (
    <li
      data-unread-line
      className="flex items-center gap-3 py-3 text-xs font-bold text-bad before:h-px before:flex-1 before:bg-bad/40 after:h-px after:flex-1 after:bg-bad/40"
    >
      {t('chat.new')}
    </li>
  );
}

function DayRow({ at }: { at: string }) {
  const messages = useMessages();
  return (
    <li className="grid justify-items-center py-3">
      <time
        dateTime={at}
        className="rounded-full bg-fill px-2.5 py-1 text-xs font-medium text-ink-2"
      >
        {dayText(at, messages)}
      </time>
    </li>
  );
}

/** Loads more messages at either end of the list, and retries a failed call when the device is back online. */
function useLoadMore(thread: Thread, view: ThreadView, items: readonly Message[]) {
  // The end at which more messages were requested. An error appears there, and scrolling doesn't repeat the call.
  const [requestedSide, setRequestedSide] = useState<'older' | 'newer' | null>(null);
  const loadMore = useCallback(
    async (which: 'older' | 'newer') => {
      setRequestedSide(which);
      await thread[which]();
      if (thread.store.get().error === null)
        setRequestedSide((now) => (now === which ? null : now));
    },
    [thread],
  );
  const failure = view.error ?? null;
  const missing = failure === null ? null : requestedSide;
  const tryAgain = useEffectEvent(() => {
    if (missing !== null) void loadMore(missing);
    else if (failure !== null) void thread.open();
  });
  useEffect(() => {
    const onBack = () => tryAgain();
    window.addEventListener('online', onBack);
    return () => window.removeEventListener('online', onBack);
  }, []);
  // Load more only after all loaded messages are rendered.
  const onTop = useCallback(() => {
    const now = thread.store.get().thread;
    if (missing !== 'older' && now?.hasBefore === true && now.items[0]?.seq === items[0]?.seq)
      void loadMore('older');
  }, [thread, items, missing, loadMore]);
  const onBottom = useCallback(() => {
    const now = thread.store.get().thread;
    if (
      missing !== 'newer' &&
      now?.hasAfter === true &&
      now.items.at(-1)?.seq === items.at(-1)?.seq
    )
      void loadMore('newer');
  }, [thread, items, missing, loadMore]);
  return { onTop, onBottom, missing, failure, loadMore };
}

interface MarkVisibleReadOptions {
  items: readonly Message[];
  isAtEnd: boolean;
  hasAfter: boolean;
  conversation: Conversation;
}

/** Marks messages as read while they are visible. Returns the number of the last loaded message. */
function useMarkVisibleRead({ items, isAtEnd, hasAfter, conversation }: MarkVisibleReadOptions) {
  // Messages count as read if they were visible: the window has the focus and the list is scrolled to its end.
  const last = items.at(-1)?.seq ?? 0;
  const read = useEffectEvent(() => {
    const isLooking = document.visibilityState === 'visible' && document.hasFocus();
    if (isLooking && isAtEnd && !hasAfter && last > conversation.readSeq && !conversation.isRequest)
      void markRead(conversation.id, last).catch(() => undefined);
  });
  useEffect(() => {
    const timer = setTimeout(read, 400);
    window.addEventListener('focus', read);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('focus', read);
    };
  }, [last, isAtEnd, hasAfter]);
  return last;
}

/** Returns a function that scrolls to a message, and loads it first if it isn't rendered. */
function useGoTo(show: (seq: number) => boolean, thread: Thread, rows: Row[]) {
  const messages = useMessages();
  // A message that isn't rendered yet is shown as soon as it is.
  const wanted = useRef<number | null>(null);
  const goTo = useCallback(
    function go(seq: number) {
      if (show(seq)) return;
      wanted.current = seq;
      const showFailure = (message: string, action?: { label: string; run: () => void }) => {
        // The user may have jumped elsewhere by now.
        if (wanted.current !== seq) return;
        wanted.current = null;
        showToast({ message, ...(action && { action }) });
      };
      thread.jump({ seq }).then(
        () => {
          if (thread.store.get().thread?.items.some((one) => one.seq === seq) !== true)
            showFailure(messages.t('chat.messageGone'));
        },
        (error: unknown) =>
          showFailure(chatErrorText(error, messages), {
            label: messages.t('chat.retry'),
            run: () => go(seq),
          }),
      );
    },
    [show, thread, messages],
  );
  useLayoutEffect(() => {
    if (wanted.current !== null && show(wanted.current)) wanted.current = null;
  }, [rows, show]);
  return goTo;
}

/** Scrolls to the newest message. Shows the number of unread messages. */
function ToEndButton({ onClick, unread }: { onClick: () => void; unread: number }) {
  const { t, number } = useMessages();
  return (
    <div className="absolute end-4 bottom-4 grid justify-items-center">
      {unread > 0 && (
        <span
          className="z-10 -mb-2 rounded-full bg-brand px-1.5 text-xs leading-5 font-bold text-on-brand tabular-nums"
          aria-hidden
        >
          {unread > 99 ? '99+' : number(unread)}
        </span>
      )}
      <IconButton
        label={t('chat.toEnd')}
        icon={ArrowDown}
        variant="outline"
        isRound
        className="shadow-float"
        onClick={onClick}
      />
    </div>
  );
}
