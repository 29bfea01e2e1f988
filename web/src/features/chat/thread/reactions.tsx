import { useRef, useState } from 'react';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';
import { reactToMessage } from '#contract/chat/calls.ts';
import { call } from '../../../lib/call.ts';
import { useMessages, type Messages } from '../../../lib/messages.ts';
import { session, useUser } from '../../../lib/session-store.ts';
import { showToast } from '../../../ui/toasts.ts';
import { Tooltip } from '../../../ui/tooltip.tsx';
import { Popover, preloadPopover } from '../../../ui/popover.tsx';
import { chatErrorText } from '../chat-failures.ts';
import { nameIn } from '../chat-names.ts';
import type { Thread } from '../thread-store.ts';
import { useLongPress } from './use-long-press.ts';

/** Adds or removes a reaction. The change shows immediately, and is undone with a toast if the server rejects it. */
export const react = async (
  message: Message,
  emoji: string,
  isSet: boolean,
  thread: Thread,
  messages: Messages,
): Promise<void> => {
  const me = session.get().user?.uid ?? '';
  const others = message.reactions.map((one) =>
    one.emoji === emoji ? { ...one, uids: one.uids.filter((uid) => uid !== me) } : one,
  );
  const known = others.some((one) => one.emoji === emoji);
  const next = (known ? others : [...others, { emoji, uids: [] }])
    .map((one) => (one.emoji === emoji && isSet ? { ...one, uids: [...one.uids, me] } : one))
    .filter(({ uids }) => uids.length > 0);
  // A fraction above the current change number, so that it shows until the server's newer version arrives.
  thread.put({ ...message, change: message.change + 0.5, reactions: next });
  try {
    const saved = await call(reactToMessage, {
      conversation: message.conversation,
      seq: message.seq,
      emoji,
      isSet,
    });
    thread.put(saved);
  } catch (error) {
    thread.put({ ...message, change: message.change + 0.75 });
    showToast({ message: chatErrorText(error, messages) });
  }
};

/** Number of names that screen readers read for each reaction. The popover has all. */
const namesRead = 12;

/**
 * The reactions to a message with their counts. The user's own are highlighted, and a click adds or removes one. A tooltip, a
 * long press or a right click shows who reacted.
 */
export function Reactions({
  message,
  people,
  canReact,
  thread,
}: {
  message: Message;
  people: ReadonlyMap<string, Face>;
  canReact: boolean;
  thread: Thread;
}) {
  const messages = useMessages();
  const { t, list } = messages;
  const me = useUser().uid;
  const chips = useRef<HTMLUListElement>(null);
  const [isOpen, setOpen] = useState(false);
  const nameFor = (uid: string) => (uid === me ? t('chat.you') : nameIn(people, uid, messages));
  return (
    <>
      <ul
        ref={chips}
        aria-label={t('chat.reactions')}
        className="relative -mt-2 flex flex-wrap gap-1 px-1.5"
      >
        {message.reactions.map(({ emoji, uids }) => {
          const isMine = uids.includes(me);
          return (
            <li key={emoji}>
              <ReactionChip
                emoji={emoji}
                count={uids.length}
                names={list(uids.slice(0, namesRead).map(nameFor))}
                isMine={isMine}
                canReact={canReact}
                onPress={() => void react(message, emoji, !isMine, thread, messages)}
                onNames={() => setOpen(true)}
              />
            </li>
          );
        })}
      </ul>
      <Popover
        label={t('chat.whoReacted')}
        anchor={chips}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        placement="top start"
        className="max-w-72 min-w-40 p-4"
      >
        <ReactionNames message={message} nameFor={nameFor} />
      </Popover>
    </>
  );
}

/** Who reacted, by emoji. */
function ReactionNames({
  message,
  nameFor,
}: {
  message: Message;
  nameFor: (uid: string) => string;
}) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2">
      {message.reactions.map(({ emoji, uids }) => (
        <div key={emoji} className="contents">
          <dt className="text-lg leading-6">{emoji}</dt>
          <dd>
            <ul className="leading-6">
              {uids.map((uid) => (
                <li key={uid} dir="auto" className="page-start">
                  {nameFor(uid)}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ReactionChipProps {
  emoji: string;
  count: number;
  names: string;
  isMine: boolean;
  canReact: boolean;
  onPress: () => void;
  onNames: () => void;
}

/** An emoji with its count. If the user can't react, a click shows who did. */
function ReactionChip({
  emoji,
  count,
  names,
  isMine,
  canReact,
  onPress,
  onNames,
}: ReactionChipProps) {
  const { t, number } = useMessages();
  const press = useLongPress(onNames);
  return (
    <Tooltip text={names}>
      <button
        type="button"
        {...(canReact && { 'aria-pressed': isMine })}
        {...press}
        onContextMenu={(event) => {
          press.onContextMenu(event);
          // On touch screens, the long press already showed the names.
          if (event.defaultPrevented) return;
          event.preventDefault();
          onNames();
        }}
        onPointerEnter={preloadPopover}
        onClick={canReact ? onPress : onNames}
        className={`flex min-h-6 items-center gap-1 rounded-full border px-1.5 text-xs tabular-nums transition-colors duration-150 select-none [-webkit-touch-callout:none] touch:min-h-9 ${isMine ? 'border-brand-text bg-brand-soft text-brand-text' : 'border-line bg-surface hover:bg-fill'}`}
      >
        <span>{emoji}</span>
        <span>{number(count)}</span>
        <span className="sr-only">{t('chat.reactionBy', { names })}</span>
      </button>
    </Tooltip>
  );
}
