import { useNavigate } from '@tanstack/react-router';
import { Check, Circle, CircleQuestionMark, MoreHorizontal, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { notificationPath } from '#contract/notifications/keys.ts';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { deleteOne, markRead, restoreOne } from './notifications.data.ts';
import { dropRow } from './kept-rows.ts';
import { NotificationAnswer } from './notification-answer.tsx';
import { NotificationMark } from './notification-mark.tsx';
import { sentenceOf } from './sentence.ts';
import { useAction } from '../../kit/use-action.ts';

interface NotificationRowProps {
  item: Notification;
  onWhy: (item: Notification) => void;
  /** Called when it is opened. */
  onOpen?: () => void;
  /** Shows it next to the list instead of opening it. Enter still opens it. */
  onPreview?: ((item: Notification) => void) | undefined;
  /** True if it is shown next to the list. */
  isShown?: boolean;
}

/**
 * A notification. The row links to its subject and marks it as read. If the user can still respond, it has buttons. Other actions
 * are in the menu at the end.
 */
export function NotificationRow({
  item,
  onWhy,
  onOpen,
  onPreview,
  isShown = false,
}: NotificationRowProps) {
  const messages = useMessages();
  const { t, ago, date } = messages;
  const navigate = useNavigate();
  const link = useRef<HTMLAnchorElement>(null);
  const mark = useAction((read: boolean) => markRead([item.id], read));
  const restore = useAction(() => restoreOne(item.id));
  const deleteRow = async () => {
    await deleteOne(item.id);
    dropRow(item.id);
  };
  const remove = useAction(deleteRow, {
    success: () => ({
      message: t('notifications.deleted'),
      action: { label: t('notifications.undo'), run: () => restore.run() },
    }),
  });
  const sentence = sentenceOf(item, messages);
  const href = notificationPath(item);
  function open(event: React.MouseEvent) {
    // Opening it in a new tab marks it as read too.
    if (!item.isRead) mark.run(true);
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    // The Enter key clicks without a pointer.
    if (onPreview && event.detail > 0) {
      onPreview(item);
      return;
    }
    onOpen?.();
    void navigate({ href });
  }
  return (
    <div
      className={`group/row relative flex items-start gap-3 px-3 py-2.5 transition-colors duration-150 ${isShown ? 'bg-fill before:absolute before:inset-y-0 before:start-0 before:w-0.75 before:bg-brand' : 'has-[a:hover]:bg-fill'}`}
    >
      <NotificationMark item={item} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
        <a
          ref={link}
          href={href}
          data-notification={item.id}
          aria-current={isShown ? 'true' : undefined}
          onClick={open}
          className="grid min-w-0 flex-1 basis-48 -outline-offset-2 outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand-text"
        >
          <span
            className={`line-clamp-3 text-pretty wrap-anywhere ${item.isRead ? 'text-ink-2' : 'font-medium'}`}
          >
            {!item.isRead && <span className="sr-only">{t('notifications.isUnread')}, </span>}
            {sentence}{' '}
            <time
              dateTime={item.at}
              title={date(item.at, 'moment')}
              className="text-sm font-normal whitespace-nowrap text-ink-2"
            >
              {ago(item.at)}
            </time>
          </span>
          {item.about !== null && item.about.note !== '' && (
            <span dir="auto" className="page-start truncate text-sm text-ink-2">
              {item.about.note}
            </span>
          )}
        </a>
        <span className="relative z-1 empty:hidden">
          <NotificationAnswer
            item={item}
            sentence={sentence}
            onOpen={onOpen}
            onAnswered={() => link.current?.focus({ preventScroll: true })}
          />
        </span>
      </div>
      <span className="relative z-1 -my-0.5 -me-2 flex items-center">
        {!item.isRead && <span className="size-2.5 shrink-0 rounded-full bg-brand" aria-hidden />}
        <MenuButton
          label={t('notifications.actions', { what: sentence })}
          icon={MoreHorizontal}
          variant="quiet"
          size="sm"
          isRound
          items={[
            item.isRead
              ? { id: 'unread', label: t('notifications.markUnread'), icon: Circle }
              : { id: 'read', label: t('notifications.markRead'), icon: Check },
            { id: 'why', label: t('notifications.why'), icon: CircleQuestionMark },
            { id: 'delete', label: t('notifications.delete'), icon: Trash2, isDanger: true },
          ]}
          onAction={(id) => {
            if (id === 'why') onWhy(item);
            else if (id === 'delete') remove.run();
            else mark.run(id === 'read');
          }}
        />
      </span>
    </div>
  );
}
