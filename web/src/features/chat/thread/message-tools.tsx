import { CornerUpLeft, Ellipsis, SmilePlus } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useUser } from '../../../lib/session-store.ts';
import { useStore } from '../../../lib/store.ts';
import { conversationPath } from '../../../paths.ts';
import { showToast } from '../../../ui/toasts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { preloadDialog } from '../../../ui/dialog.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { Popover, preloadPopover } from '../../../ui/popover.tsx';
import { truncate } from '../chat-names.ts';
import { markRead } from '../chat.data.ts';
import type { ComposerMode } from '../queue/composing.ts';
import { recentEmoji } from '../emoji/recent-emoji.ts';
import { actsFor, type MessageAct } from './message-acts.ts';
import type { Question } from './message-questions.tsx';
import { react } from './reactions.tsx';
import type { Thread } from '../thread-store.ts';

const MessageQuestions = lazyComponent(() => import('./message-questions.tsx'), 'MessageQuestions');
const EmojiPicker = lazyComponent(() => import('../emoji/emoji-picker.tsx'), 'EmojiPicker');
const MessageSheet = lazyComponent(() => import('./message-sheet.tsx'), 'MessageSheet');
const preloadPicker = () => {
  preloadPopover();
  EmojiPicker.preload();
};
const preloadSheet = () => {
  preloadDialog();
  MessageSheet.preload();
};

/** Number of reactions in the bar. */
const quickCount = 3;

/** Duration of the sheet's exit animation, in milliseconds. Whatever takes the focus waits for it. */
const sheetMs = 200;

interface MessageToolsProps {
  message: Message;
  isOwn: boolean;
  canSend: boolean;
  canModerate: boolean;
  /** The message in one line, as shown. */
  text: string;
  thread: Thread;
  onWrite: (writing: ComposerMode) => void;
  /** True if the focus is within the row. Only then are its tools tab stops. */
  isNear: boolean;
  /**
   * On touch screens, the last message of a group shows a button for the sheet. A long press opens it on every
   * message.
   */
  isTouch: boolean;
  isLast: boolean;
  isSheetOpen: boolean;
  onSheet: (isOpen: boolean) => void;
}

/** The actions of a message, shown next to it on hover and focus without taking up space. */
export function MessageTools(props: MessageToolsProps) {
  const {
    message,
    isOwn,
    canSend,
    canModerate,
    text,
    thread,
    onWrite,
    isNear,
    isTouch,
    isLast,
    isSheetOpen,
    onSheet,
  } = props;
  const messages = useMessages();
  const { t } = messages;
  const me = useUser().uid;
  const anchor = useRef<HTMLButtonElement>(null);
  const [isReacting, setReacting] = useState(false);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [wasSheet, setWasSheet] = useState(isSheetOpen);
  if (isSheetOpen && !wasSheet) setWasSheet(true);
  const [now] = useState(Date.now);
  const canReact = message.deleted === null && canSend;
  const items = actsFor(message, { isOwn, canSend, canModerate, now }, messages);
  const { run, question, setQuestion, hasAsked } = useMessageActs(onWrite, message, text);
  const mine = message.reactions.flatMap(({ emoji, uids }) => (uids.includes(me) ? emoji : []));
  const set = (emoji: string, isSet: boolean) =>
    void react(message, emoji, isSet, thread, messages);
  const stop = isNear ? 0 : -1;
  const quick = useStore(recentEmoji).slice(0, quickCount);
  const beside = isOwn ? 'end-full me-1 flex-row-reverse' : 'start-full ms-1';
  // The bar overlaps the top edge of the message, so that it needs no space in the list.
  const onEdge = `bottom-[calc(100%-0.75rem)] z-10 rounded-control border border-line raised p-0.5 shadow-float ${isOwn ? 'end-1' : 'start-1'}`;
  // They aren't rendered until needed, since a list can have hundreds of messages. Screen readers still reach the
  // last one.
  const visibility = isTouch || isMenuOpen || isReacting ? '' : 'until-reached';
  const label = t('chat.moreFor', { text: truncate(text) });
  return (
    <span
      className={`absolute flex h-fit items-center ${visibility} ${isTouch ? `inset-y-0 my-auto ${beside}` : onEdge}`}
    >
      {isTouch ? (
        <IconButton
          label={label}
          icon={Ellipsis}
          size="sm"
          isRound
          aria-haspopup="dialog"
          aria-expanded={isSheetOpen}
          className={isLast ? 'opacity-70' : 'pointer-events-none opacity-0'}
          onPointerEnter={preloadSheet}
          onClick={() => onSheet(true)}
        />
      ) : (
        <>
          {canReact &&
            quick.map((emoji) => (
              <button
                key={emoji}
                type="button"
                tabIndex={stop}
                aria-pressed={mine.includes(emoji)}
                aria-label={t('chat.reactWith', { emoji })}
                onClick={() => set(emoji, !mine.includes(emoji))}
                className="grid size-8 place-items-center rounded-control text-lg leading-none -outline-offset-2 hover:bg-fill aria-pressed:bg-brand-soft"
              >
                {emoji}
              </button>
            ))}
          {canReact && (
            <IconButton
              ref={anchor}
              label={t('chat.react')}
              icon={SmilePlus}
              size="sm"
              tabIndex={stop}
              aria-haspopup="dialog"
              aria-expanded={isReacting}
              onPointerEnter={preloadPicker}
              onClick={() => setReacting(true)}
            />
          )}
          {canReact && (
            <IconButton
              label={t('chat.reply')}
              icon={CornerUpLeft}
              size="sm"
              tabIndex={stop}
              className="rtl:-scale-x-100"
              onClick={run.reply}
            />
          )}
          <MenuButton
            label={label}
            icon={Ellipsis}
            variant="quiet"
            size="sm"
            tabIndex={stop}
            items={items}
            onAction={(act) => run[act]()}
            onOpenChange={setMenuOpen}
          />
        </>
      )}
      {isReacting && (
        <Popover
          label={t('chat.react')}
          anchor={anchor}
          isOpen
          onClose={() => setReacting(false)}
          placement="top start"
          className=""
        >
          <Suspense fallback={<span className="block h-96 w-84" />}>
            <EmojiPicker
              onPick={(emoji) => {
                setReacting(false);
                set(emoji, true);
              }}
            />
          </Suspense>
        </Popover>
      )}
      <Suspense fallback={null}>
        {wasSheet && (
          <MessageSheet
            key={String(isSheetOpen)}
            title={label}
            isOpen={isSheetOpen}
            onClose={() => onSheet(false)}
            items={items}
            onAct={(act) => {
              onSheet(false);
              setTimeout(() => run[act](), sheetMs);
            }}
            onReact={
              canReact
                ? (emoji) => {
                    onSheet(false);
                    set(emoji, !mine.includes(emoji));
                  }
                : undefined
            }
            mine={mine}
          />
        )}
      </Suspense>
      {/* A separate boundary, because the dialogs may still be loading and are not part of the sheet. */}
      <Suspense fallback={null}>
        {hasAsked && (
          <MessageQuestions
            message={message}
            text={text}
            thread={thread}
            asking={question}
            onClose={() => setQuestion(null)}
          />
        )}
      </Suspense>
    </span>
  );
}

/** Runs the actions of a message. Forwarding, deleting and reporting ask first. */
function useMessageActs(onWrite: MessageToolsProps['onWrite'], message: Message, text: string) {
  const { t } = useMessages();
  const [question, setQuestion] = useState<Question | null>(null);
  const [hasAsked, setHasAsked] = useState(false);
  const openQuestion = (what: Question) => {
    setHasAsked(true);
    setQuestion(what);
  };
  const copy = (value: string, success: string) =>
    void navigator.clipboard.writeText(value).then(() => showToast({ message: success }));
  const run: { [T in MessageAct]: () => void } = {
    reply: () => onWrite({ kind: 'reply', to: message }),
    edit: () => onWrite({ kind: 'edit', message }),
    copy: () => copy(text, t('chat.copied')),
    link: () =>
      copy(
        new URL(
          `${conversationPath(message.conversation)}?message=${message.seq}`,
          window.location.origin,
        ).href,
        t('chat.linkCopied'),
      ),
    unread: () => void markRead(message.conversation, message.seq - 1, true).catch(() => undefined),
    forward: () => openQuestion('forward'),
    delete: () => openQuestion('delete'),
    report: () => openQuestion('report'),
  };
  return { run, question, setQuestion, hasAsked };
}
