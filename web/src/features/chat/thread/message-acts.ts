import { Copy, CornerUpLeft, Flag, Forward, Link2, MailOpen, Pencil, Trash2 } from 'lucide-react';
import { editMinutes } from '#contract/chat/limits.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import type { Messages } from '../../../lib/messages.ts';
import type { MenuItem } from '../../../ui/menu.tsx';

/** The actions of a message. */
export type MessageAct =
  | 'reply'
  | 'copy'
  | 'link'
  | 'edit'
  | 'forward'
  | 'unread'
  | 'delete'
  | 'report';

interface MessageRights {
  readonly isOwn: boolean;
  readonly canSend: boolean;
  readonly canModerate: boolean;
  readonly now: number;
}

/** Returns the actions available for a message, for a menu. */
export const actsFor = (
  { deleted, text, sentAt }: Message,
  { isOwn, canSend, canModerate, now }: MessageRights,
  { t }: Messages,
): MenuItem<MessageAct>[] => {
  const isGone = deleted !== null;
  const canEdit = isOwn && !isGone && canSend && now - Date.parse(sentAt) < editMinutes * 60_000;
  const items: (MenuItem<MessageAct> | false)[] = [
    !isGone && canSend && { id: 'reply', label: t('chat.reply'), icon: CornerUpLeft },
    !isGone && text !== '' && { id: 'copy', label: t('chat.copy'), icon: Copy },
    { id: 'link', label: t('chat.copyLink'), icon: Link2 },
    canEdit && { id: 'edit', label: t('chat.edit'), icon: Pencil },
    !isGone && { id: 'forward', label: t('chat.forward'), icon: Forward },
    !isOwn && { id: 'unread', label: t('chat.markUnread'), icon: MailOpen },
    !isOwn && !isGone && { id: 'report', label: t('chat.report'), icon: Flag },
    !isGone &&
      (isOwn || canModerate) && {
        id: 'delete',
        label: t('chat.delete'),
        icon: Trash2,
        isDanger: true,
      },
  ];
  return items.filter((item) => item !== false);
};
