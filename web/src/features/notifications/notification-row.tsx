import { useNavigate } from '@tanstack/react-router';
import {
  Check,
  Circle,
  CircleQuestionMark,
  MoreHorizontal,
  Trash2,
  type LucideIcon,
} from 'lucide-react';
import { notificationPath, type NotificationKind } from '#contract/notifications/keys.ts';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { notificationIcons } from '../../lists/notification-icons.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { deleteOne, markRead, restoreOne } from './notifications.data.ts';
import { sentenceOf } from './sentence.ts';
import { useAction } from '../../kit/use-action.ts';

const icons: Readonly<Record<NotificationKind, LucideIcon>> = notificationIcons;

interface NotificationRowProps {
  item: Notification;
  onWhy: (item: Notification) => void;
  /** Called when it is opened. */
  onOpen?: () => void;
  /** True if the heading above it is on the third level. */
  isSmall?: boolean;
}

/** A notification. The whole row links to its subject and marks it as read. Other actions are in the menu at the end. */
export function NotificationRow({ item, onWhy, onOpen, isSmall = false }: NotificationRowProps) {
  const messages = useMessages();
  const { t, ago, date } = messages;
  const navigate = useNavigate();
  const mark = useAction((read: boolean) => markRead([item.id], read));
  const restore = useAction(() => restoreOne(item.id));
  const remove = useAction(() => deleteOne(item.id), {
    success: () => ({
      message: t('notifications.deleted'),
      action: { label: t('notifications.undo'), run: () => restore.run() },
    }),
  });
  const sentence = sentenceOf(item, messages);
  const Icon = icons[item.kind];
  const href = notificationPath(item);
  const [first] = item.people;
  function open(event: React.MouseEvent) {
    // Opening it in a new tab marks it as read too.
    if (!item.isRead) mark.run(true);
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    onOpen?.();
    void navigate({ href });
  }
  return (
    <div
      className={`group relative flex items-start gap-3 transition-colors duration-150 has-[a:hover]:bg-fill ${isSmall ? 'px-3 py-2.5' : 'px-4 py-3.5'}`}
    >
      <span className="relative shrink-0">
        {first === undefined ? (
          <span
            className={`grid place-items-center rounded-full bg-fill-2 text-ink-2 ${isSmall ? 'size-10' : 'size-11'}`}
          >
            <Icon size={20} strokeWidth={1.9} aria-hidden />
          </span>
        ) : (
          <>
            <Avatar
              name={`${first.firstName} ${first.lastName}`}
              photoUrl={first.photoUrl}
              size={isSmall ? 2.5 : 2.75}
            />
            <span className="absolute -end-1 -bottom-1 grid size-5.5 place-items-center rounded-full border-2 border-ground bg-fill-2 text-ink-2">
              <Icon size={12} strokeWidth={2.25} aria-hidden />
            </span>
          </>
        )}
      </span>
      <a
        href={href}
        onClick={open}
        className="grid min-w-0 flex-1 gap-0.5 -outline-offset-2 outline-none after:absolute after:inset-0 after:rounded-[inherit] focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand-text"
      >
        <span className={`text-pretty ${item.isRead ? '' : 'font-bold'}`}>{sentence}</span>
        {item.about !== null && item.about.note !== '' && (
          <span dir="auto" className="page-start line-clamp-3 wrap-anywhere text-ink-2">
            {item.about.note}
          </span>
        )}
        <span className="flex items-center gap-2 text-sm text-ink-2">
          {!item.isRead && <span className="size-2.5 shrink-0 rounded-full bg-brand" aria-hidden />}
          {!item.isRead && <span className="sr-only">{t('notifications.isUnread')}, </span>}
          <time dateTime={item.at} title={date(item.at, 'moment')}>
            {ago(item.at)}
          </time>
        </span>
      </a>
      <span className="relative z-10 -me-2">
        <MenuButton
          label={t('notifications.actions', { what: sentence })}
          icon={MoreHorizontal}
          variant="quiet"
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
