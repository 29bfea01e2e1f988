import { Link } from '@tanstack/react-router';
import { useSearch } from '../../../lib/page.tsx';
import { ArrowLeft, CalendarSearch, PanelRight, Search } from 'lucide-react';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { readConversation } from '#contract/chat/calls.ts';
import type { ReplyOf } from '#contract/call.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useUser } from '../../../lib/session-store.ts';
import { useStore } from '../../../lib/store.ts';
import { paths } from '../../../paths.ts';
import { buttonClass } from '../../../ui/button-style.ts';
import { IconButton } from '../../../ui/button.tsx';
import { profileLink } from '../../people/person.ts';
import { titleOf } from '../conversation-title.ts';
import { ConversationFace } from '../list/conversation-face.tsx';
import { FindBar } from './find-bar.tsx';
import { online, watch } from '../presence.ts';

type ConversationWithParticipants = ReplyOf<typeof readConversation>;

/** The other person or group, and the actions for the whole conversation. */
export function ThreadHeader({
  conversation,
  isPanelOpen,
  onPanel,
  opener,
}: {
  conversation: ConversationWithParticipants;
  isPanelOpen: boolean;
  onPanel: () => void;
  /** The button that opens the details. It gets the focus back when they close. */
  opener: RefObject<HTMLButtonElement | null>;
}) {
  const messages = useMessages();
  const { t } = messages;
  const { folder } = useSearch();
  const [find, setFind] = useState<'words' | 'day' | null>(null);
  const openers = useRef<HTMLElement>(null);
  const title = titleOf(conversation, messages);
  const [other] = conversation.people;
  useWatchedGroup(conversation);
  const toggle = (kind: 'words' | 'day') => setFind(find === kind ? null : kind);
  return (
    <header ref={openers} className="border-b border-line bg-surface">
      <div className="flex min-h-15 flex-wrap items-center justify-end gap-x-3 px-3 py-2 max-[24rem]:gap-x-1 max-[24rem]:px-1.5 md:min-h-17 md:px-5">
        <Link
          to={paths.chat}
          {...(folder !== undefined && { search: { folder } })}
          aria-label={t('chat.back')}
          className={`${buttonClass({ variant: 'quiet', isIcon: true })} -ms-1 min-[56.25rem]:hidden`}
        >
          <ArrowLeft size={20} aria-hidden className="rtl:-scale-x-100" />
        </Link>
        <ConversationFace item={conversation} size={2.5} />
        <div className="grid min-w-16 flex-1 basis-16 grid-cols-[minmax(0,1fr)]">
          <h2 dir="auto" className="page-start truncate text-base! font-bold">
            {conversation.kind === 'direct' && other !== undefined ? (
              <Link {...profileLink(other.uid)} className="hover:underline">
                {title}
              </Link>
            ) : (
              title
            )}
          </h2>
          <p className="truncate text-sm text-ink-2">
            <ConversationStatus conversation={conversation} />
          </p>
        </div>
        <span className="flex items-center gap-3 max-[24rem]:gap-1">
          <IconButton
            data-find="words"
            label={t('chat.find')}
            icon={Search}
            aria-expanded={find === 'words'}
            tooltipSide="bottom"
            onClick={() => toggle('words')}
          />
          <IconButton
            data-find="day"
            label={t('chat.toDay')}
            icon={CalendarSearch}
            aria-expanded={find === 'day'}
            tooltipSide="bottom"
            className="max-sm:hidden"
            onClick={() => toggle('day')}
          />
          <IconButton
            ref={opener}
            label={t('chat.details')}
            icon={PanelRight}
            aria-expanded={isPanelOpen}
            tooltipSide="bottom"
            onClick={onPanel}
            className="rtl:-scale-x-100"
          />
        </span>
      </div>
      {find !== null && (
        <FindBar
          key={find}
          conversation={conversation.id}
          kind={find}
          onDay={() => setFind('day')}
          onClose={() => {
            setFind(null);
            openers.current?.querySelector<HTMLElement>(`[data-find="${find}"]`)?.focus();
          }}
        />
      )}
    </header>
  );
}

/** Shows whether the other person is active, or the number of people and how many of them are. */
function ConversationStatus({ conversation }: { conversation: ConversationWithParticipants }) {
  const { t } = useMessages();
  const me = useUser().uid;
  const present = useStore(online);
  const [other] = conversation.people;
  if (conversation.kind === 'group') {
    const count = conversation.participantCount;
    const here = conversation.participants.filter(
      ({ uid, hasLeft }) => !hasLeft && uid !== me && present.has(uid),
    ).length;
    // Adds the user.
    return here === 0
      ? t('chat.people', { count })
      : t('chat.onlineOf', { online: here + 1, count });
  }
  if (other === undefined) return null;
  return present.has(other.uid) ? t('chat.online') : null;
}

/** Watches the online status of group members. */
function useWatchedGroup({ kind, participants }: ConversationWithParticipants) {
  const uids =
    kind === 'group'
      ? participants
          .filter(({ hasLeft }) => !hasLeft)
          .map(({ uid }) => uid)
          .join(',')
      : '';
  useEffect(() => {
    watch(uids === '' ? [] : uids.split(','), 'conversation');
    return () => watch([], 'conversation');
  }, [uids]);
}
