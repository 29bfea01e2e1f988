import { useNavigate } from '@tanstack/react-router';
import {
  Archive,
  ArchiveRestore,
  Bell,
  BellOff,
  Ellipsis,
  LogOut,
  MailCheck,
  MailOpen,
  Pin,
  PinOff,
} from 'lucide-react';
import { useState } from 'react';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import { useAction } from '../../../kit/use-action.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useUser } from '../../../lib/session-store.ts';
import { paths } from '../../../paths.ts';
import { MenuButton, type MenuItem } from '../../../ui/menu.tsx';
import { markRead, setOwn } from '../chat.data.ts';
import { titleOf } from '../conversation-title.ts';
import { useLeaveConversation } from './use-leave.ts';
import { useMuted } from './use-muted.ts';

type Act =
  | 'read'
  | 'unread'
  | 'mute'
  | 'unmute'
  | 'pin'
  | 'unpin'
  | 'archive'
  | 'restore'
  | 'leave';

/** The actions of a conversation in the list. They appear on hover, focus and right click. */
export function ConversationMenu({ item, isOpen }: { item: Conversation; isOpen: boolean }) {
  const messages = useMessages();
  const { t } = messages;
  const me = useUser().uid;
  const navigate = useNavigate();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const isMuted = useMuted(item);
  const own = useAction((change: Parameters<typeof setOwn>[1]) => setOwn(item.id, change));
  const mark = useAction(({ seq, isBack }: { seq: number; isBack: boolean }) =>
    markRead(item.id, seq, isBack),
  );
  const leave = useLeaveConversation(item, () => {
    if (isOpen) void navigate({ to: paths.chat });
  });
  const canMarkUnread = item.lastMessage !== null && item.lastMessage.author !== me;
  const items: (MenuItem<Act> | false)[] = [
    item.unread > 0
      ? { id: 'read', label: t('chat.markRead'), icon: MailCheck }
      : canMarkUnread && { id: 'unread', label: t('chat.markUnreadAll'), icon: MailOpen },
    isMuted
      ? { id: 'unmute', label: t('chat.unmute'), icon: Bell }
      : { id: 'mute', label: t('chat.muteThis'), icon: BellOff },
    item.isPinned
      ? { id: 'unpin', label: t('chat.unpin'), icon: PinOff }
      : { id: 'pin', label: t('chat.pin'), icon: Pin },
    item.isArchived
      ? { id: 'restore', label: t('chat.restore'), icon: ArchiveRestore }
      : { id: 'archive', label: t('chat.archiveThis'), icon: Archive },
    item.can.leave && { id: 'leave', label: t('chat.leave'), icon: LogOut, isDanger: true },
  ];
  const run: { [A in Act]: () => void } = {
    read: () => mark.run({ seq: item.lastSeq, isBack: false }),
    unread: () => mark.run({ seq: item.lastSeq - 1, isBack: true }),
    mute: () => own.run({ muteMinutes: -1 }),
    unmute: () => own.run({ muteMinutes: 0 }),
    pin: () => own.run({ isPinned: true }),
    unpin: () => own.run({ isPinned: false }),
    archive: () => own.run({ isArchived: true }),
    restore: () => own.run({ isArchived: false }),
    leave: () => leave.run(),
  };
  if (item.isRequest) return null;
  return (
    <span
      className={`absolute end-2 top-1 touch:pointer-events-none touch:opacity-0 ${isMenuOpen ? '' : 'opacity-0 group-focus-within/conversation:opacity-100 group-hover/conversation:opacity-100'}`}
    >
      <MenuButton
        label={t('chat.moreForConversation', { name: titleOf(item, messages) })}
        icon={Ellipsis}
        size="sm"
        items={items.filter((one) => one !== false)}
        onAction={(act) => run[act]()}
        onOpenChange={setMenuOpen}
      />
    </span>
  );
}
