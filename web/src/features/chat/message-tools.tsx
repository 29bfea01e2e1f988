import { useMutation } from '@tanstack/react-query';
import { Copy, CornerUpLeft, Ellipsis, Flag, Forward, Link2, MailOpen, Pencil, SmilePlus, Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Conversation } from '#contract/chat.ts';
import { editMinutes } from '#contract/chat-limits.ts';
import type { Message } from '#contract/messages.ts';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { conversationPath } from '../../paths.ts';
import { showToast } from '../../shell/toasts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MenuButton, type MenuItem } from '../../ui/menu.tsx';
import { Popover, preloadPopover } from '../../ui/popover.tsx';
import { chatErrorText } from './chat-failures.ts';
import { markRead } from './chat.data.ts';
import type { Writing } from './conversation-page.tsx';
import { EmojiPanel } from './emoji-panel.tsx';
import { react } from './reactions.tsx';
import type { Thread } from './thread-store.ts';

const ForwardDialog = lazy(async () => ({ default: (await import('./forward-dialog.tsx')).ForwardDialog }));
const ReportMessageDialog = lazy(async () => ({ default: (await import('./report-message-dialog.tsx')).ReportMessageDialog }));

interface MessageToolsProps {
  message: Message;
  isOwn: boolean;
  conversation: Conversation;
  /** The message in one line, as it is shown. */
  text: string;
  thread: Thread;
  onWrite: (writing: Writing) => void;
}
type Tool = 'reply' | 'copy' | 'link' | 'edit' | 'forward' | 'unread' | 'delete' | 'report';

/** What one can do with a message; shown on hovering, on focus within it, and always to fingers as one button. */
export function MessageTools({ message, isOwn, conversation, text, thread, onWrite }: MessageToolsProps) {
  const messages = useMessages();
  const { t } = messages;
  const anchor = useRef<HTMLButtonElement>(null);
  const [isReacting, setReacting] = useState(false);
  const [asking, setAsking] = useState<'delete' | 'forward' | 'report' | null>(null);
  const [wasAsked, setWasAsked] = useState(false);
  const isGone = message.deleted !== null;
  const [openedAt] = useState(Date.now);
  const canEdit = isOwn && !isGone && conversation.can.send && openedAt - Date.parse(message.sentAt) < editMinutes * 60_000;
  const remove = useMutation({
    mutationFn: () =>
      call('DELETE /api/v1/chat/conversations/{conversation}/messages/{seq}', { conversation: message.conversation, seq: message.seq }),
    onSuccess: (next) => {
      thread.put(next);
      setAsking(null);
    },
    onError: (error) => showToast({ message: chatErrorText(error, messages) }),
  });
  const ask = (what: 'delete' | 'forward' | 'report') => {
    setWasAsked(true);
    setAsking(what);
  };
  const copy = (value: string, said: string) => void navigator.clipboard.writeText(value).then(() => showToast({ message: said }));
  const run: { [T in Tool]: () => void } = {
    reply: () => onWrite({ kind: 'reply', to: message }),
    edit: () => onWrite({ kind: 'edit', message }),
    copy: () => copy(message.text === '' ? text : message.text, t('chat.copied')),
    link: () =>
      copy(new URL(`${conversationPath(message.conversation)}?message=${message.seq}`, window.location.origin).href, t('chat.linkCopied')),
    unread: () => void markRead(message.conversation, message.seq - 1, true).catch(() => undefined),
    forward: () => ask('forward'),
    delete: () => ask('delete'),
    report: () => ask('report'),
  };
  const items: (MenuItem<Tool> | false)[] = [
    !isGone && conversation.can.send && { id: 'reply', label: t('chat.reply'), icon: CornerUpLeft },
    !isGone && message.text !== '' && { id: 'copy', label: t('chat.copy'), icon: Copy },
    { id: 'link', label: t('chat.copyLink'), icon: Link2 },
    canEdit && { id: 'edit', label: t('chat.edit'), icon: Pencil },
    !isGone && { id: 'forward', label: t('chat.forward'), icon: Forward },
    !isOwn && { id: 'unread', label: t('chat.markUnread'), icon: MailOpen },
    !isOwn && !isGone && { id: 'report', label: t('chat.report'), icon: Flag },
    !isGone && (isOwn || conversation.can.moderate) && { id: 'delete', label: t('chat.delete'), icon: Trash2, isDanger: true },
  ];
  const quiet =
    'opacity-0 transition-opacity duration-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 aria-expanded:opacity-100 touch:opacity-60';
  return (
    <span className={`flex shrink-0 items-center ${isOwn ? 'flex-row-reverse' : ''}`}>
      <MenuButton
        label={t('chat.moreFor', { text })}
        icon={Ellipsis}
        variant="quiet"
        size="sm"
        isRound
        className={quiet}
        items={items.filter((item) => item !== false)}
        onAction={(tool) => run[tool]()}
      />
      {!isGone && conversation.can.send && (
        <>
          <IconButton
            ref={anchor}
            label={t('chat.react')}
            icon={SmilePlus}
            size="sm"
            isRound
            aria-haspopup="dialog"
            aria-expanded={isReacting}
            className={`${quiet} touch:hidden!`}
            onPointerEnter={preloadPopover}
            onClick={() => setReacting(true)}
          />
          <Popover label={t('chat.react')} anchor={anchor} isOpen={isReacting} onClose={() => setReacting(false)} placement="top start">
            <EmojiPanel
              onPick={(emoji) => {
                setReacting(false);
                void react(message, emoji, true, thread, messages);
              }}
            />
          </Popover>
        </>
      )}
      <Dialog
        title={t('chat.deleteTitle')}
        role="alertdialog"
        size="sm"
        isOpen={asking === 'delete'}
        onClose={() => setAsking(null)}
        footer={
          <>
            <Button onClick={() => setAsking(null)}>{t('chat.keep')}</Button>
            <Button variant="danger" isPending={remove.isPending} onClick={() => remove.mutate()}>
              {t('chat.delete')}
            </Button>
          </>
        }
      >
        <p className="text-ink-2">{t('chat.deleteBody')}</p>
      </Dialog>
      {wasAsked && (
        <Suspense fallback={null}>
          <ForwardDialog message={message} text={text} isOpen={asking === 'forward'} onClose={() => setAsking(null)} />
          <ReportMessageDialog message={message} text={text} isOpen={asking === 'report'} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </span>
  );
}
