import { Link } from '@tanstack/react-router';
import { SquareArrowOutUpRight } from 'lucide-react';
import { Suspense } from 'react';
import { notificationPath } from '#contract/notifications/keys.ts';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import type { NotificationParts } from '../../lib/notification-parts.ts';
import { notificationParts } from '../../lists/notification-parts.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { NotificationAnswer } from './notification-answer.tsx';
import { NotificationMark } from './notification-mark.tsx';
import { sentenceOf } from './sentence.ts';

const parts: NotificationParts = notificationParts;

/** A notification next to the list, with the post, conversation, event, club or people that it is about. */
export function NotificationPane({
  item,
  isChosen,
}: {
  item: Notification;
  /** False if it only appears because it is the newest. Conversations then stay unread. */
  isChosen: boolean;
}) {
  const messages = useMessages();
  const { t, date } = messages;
  const sentence = sentenceOf(item, messages);
  const part = parts[item.kind];
  const staysUnread = part?.isReadInPreview === true && !isChosen && !item.isRead;
  const Preview = staysUnread ? undefined : part?.Preview;
  return (
    <section
      aria-label={t('notifications.preview')}
      className="sticky top-[calc(1.5rem+var(--top-bar))] flex h-[calc(100dvh-var(--top-bar)-7.25rem)] min-h-96 flex-col overflow-hidden rounded-card border border-line bg-surface [--ground:var(--surface)]"
    >
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-5 py-3">
        <NotificationMark item={item} size={2.5} />
        <div className="grid min-w-0 flex-1 basis-56">
          <h2 className="text-base! text-pretty wrap-anywhere">{sentence}</h2>
          <time dateTime={item.at} className="text-sm text-ink-2">
            {date(item.at, 'moment')}
          </time>
        </div>
        <span className="flex flex-wrap items-center gap-2">
          {!(Preview !== undefined && part?.isAnsweredInPreview === true) && (
            <NotificationAnswer item={item} sentence={sentence} />
          )}
          <Link to={notificationPath(item)} className={buttonClass({ size: 'sm' })}>
            <SquareArrowOutUpRight size={16} aria-hidden className="rtl:-scale-x-100" />
            {t('notifications.open')}
          </Link>
        </span>
      </header>
      {item.about !== null && item.about.note !== '' && (
        <p
          dir="auto"
          className="page-start border-b border-line px-5 py-3 wrap-anywhere text-ink-2"
        >
          {item.about.note}
        </p>
      )}
      <div className="min-h-0 flex-1 overflow-y-auto">
        {Preview === undefined ? (
          <div className="grid h-full place-content-center justify-items-center gap-3 p-8 text-center">
            <NotificationMark item={item} size={4} />
            <p dir="auto" className="text-lg font-bold text-pretty wrap-anywhere">
              {item.about?.title ?? item.conversation?.name ?? sentence}
            </p>
            {staysUnread && <p className="text-ink-2">{t('notifications.staysUnread')}</p>}
            {item.club !== null && (
              <p className="text-ink-2">
                <bdi>{item.club.name}</bdi>
              </p>
            )}
          </div>
        ) : (
          <Suspense
            fallback={
              <Loading className="grid gap-3 p-5">
                <Skeleton className="h-40" />
                <Skeleton className="h-5 w-2/3" />
                <Skeleton className="h-5 w-1/2" />
              </Loading>
            }
          >
            <Preview key={item.id} item={item} />
          </Suspense>
        )}
      </div>
    </section>
  );
}
