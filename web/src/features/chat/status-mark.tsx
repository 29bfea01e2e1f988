import { Check, CheckCheck } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';
import type { MessageStatus } from './receipts.ts';

/** How far an own message has come, as a mark with its words; `isShort`: the words for screen readers alone. */
export function StatusMark({ status, isGroup, isShort }: { status: MessageStatus; isGroup: boolean; isShort: boolean }) {
  const { t } = useMessages();
  const isRead = status.kind === 'read';
  const Icon = status.kind === 'sent' ? Check : CheckCheck;
  const words =
    status.kind === 'read'
      ? isGroup
        ? t('chat.readBy', { count: status.by, of: status.of })
        : t('chat.read')
      : t(status.kind === 'sent' ? 'chat.sent' : 'chat.arrived');
  return (
    <span className={`flex items-center gap-1 ${isRead ? 'text-brand-text' : ''}`}>
      <Icon size={14} aria-hidden />
      <span className={isShort ? 'sr-only' : ''}>{words}</span>
    </span>
  );
}
