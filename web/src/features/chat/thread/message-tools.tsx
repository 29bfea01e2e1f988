import { Ellipsis, SmilePlus } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useUser } from '../../../lib/session-store.ts';
import { conversationPath } from '../../../paths.ts';
import { showToast } from '../../../ui/toasts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { preloadDialog } from '../../../ui/dialog.tsx';
import { MenuButton } from '../../../ui/menu.tsx';
import { Popover, preloadPopover } from '../../../ui/popover.tsx';
import { truncate } from '../chat-names.ts';
import { markRead } from '../chat.data.ts';
import type { ComposerMode } from '../queue/composing.ts';
import { EmojiPanel } from '../composer/emoji-panel.tsx';
import { actsFor, type MessageAct } from './message-acts.ts';
import type { Question } from './message-questions.tsx';
import { react } from './reactions.tsx';
import type { Thread } from '../thread-store.ts';

const MessageQuestions = lazyComponent(() => import('./message-questions.tsx'), 'MessageQuestions');
const MessageSheet = lazyComponent(() => import('./message-sheet.tsx'), 'MessageSheet');
const preloadSheet = () => {
  preloadDialog();
  MessageSheet.preload();
};

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
  const beside = isOwn ? 'end-full me-1 flex-row-reverse' : 'start-full ms-1';
  // In a narrow window with a mouse, there's no space next to the message, so they overlap its edge.
  const onEdge = `-top-7 z-10 rounded-full border border-line bg-surface shadow-float lg:inset-y-0 lg:my-auto lg:border-transparent lg:bg-transparent lg:shadow-none ${
    isOwn
      ? 'end-[max(0px,100%-4.75rem)] lg:end-full lg:me-1 lg:flex-row-reverse'
      : 'start-[max(0px,100%-4.75rem)] lg:start-full lg:ms-1'
  }`;
  // They aren't rendered until needed, since a list can have hundreds of messages. Screen readers still reach the
  // first one.
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
          <MenuButton
            label={label}
            icon={Ellipsis}
            variant="quiet"
            size="sm"
            isRound
            tabIndex={stop}
            items={items}
            onAction={(act) => run[act]()}
            onOpenChange={setMenuOpen}
          />
          {canReact && (
            <IconButton
              ref={anchor}
              label={t('chat.react')}
              icon={SmilePlus}
              size="sm"
              isRound
              tabIndex={stop}
              aria-haspopup="dialog"
              aria-expanded={isReacting}
              onPointerEnter={preloadPopover}
              onClick={() => setReacting(true)}
            />
          )}
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
          <EmojiPanel
            onPick={(emoji) => {
              setReacting(false);
              set(emoji, true);
            }}
          />
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
