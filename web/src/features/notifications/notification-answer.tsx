import { Link } from '@tanstack/react-router';
import { Check, CircleMinus } from 'lucide-react';
import { Suspense } from 'react';
import type { Notification } from '#contract/notifications/endpoints.ts';
import type { NotificationParts } from '../../lib/notification-parts.ts';
import { useStore } from '../../lib/store.ts';
import { notificationParts } from '../../lists/notification-parts.ts';
import { markRead } from './notifications.data.ts';
import { keptRows, keepAnsweredRow } from './kept-rows.ts';

const parts: NotificationParts = notificationParts;

/** The buttons that answer a notification, or the outcome after the user answered. */
export function NotificationAnswer({
  item,
  sentence,
  onAnswered,
  onOpen,
}: {
  item: Notification;
  sentence: string;
  /** The buttons are about to disappear. */
  onAnswered?: (() => void) | undefined;
  onOpen?: (() => void) | undefined;
}) {
  const outcome = useStore(keptRows).get(item.id)?.outcome;
  const Answer = parts[item.kind]?.Answer;
  if (outcome) {
    const { text, link, isDeclined = false } = outcome;
    const Icon = isDeclined ? CircleMinus : Check;
    return (
      <span className="flex min-h-8 flex-wrap items-center gap-x-3 text-sm">
        <span
          className={`flex items-center gap-1.5 font-medium ${isDeclined ? 'text-ink-2' : 'text-good'}`}
        >
          <Icon size={16} strokeWidth={2.25} aria-hidden />
          {text}
        </span>
        {link && (
          <Link
            to={link.href}
            onClick={onOpen}
            className="font-bold text-brand-text hover:underline"
          >
            {link.text}
          </Link>
        )}
      </span>
    );
  }
  if (Answer === undefined) return null;
  return (
    // Keeps the place of the buttons while they load, because they can begin another line.
    <Suspense
      fallback={
        item.can.answer && item.peopleCount <= 1 ? (
          <span className="block h-8 w-44 touch:h-11" />
        ) : (
          item.conversation !== null && <span className="block h-8 w-20 touch:h-11" />
        )
      }
    >
      <Answer
        item={item}
        sentence={sentence}
        onOpen={onOpen}
        onAnswered={(outcome) => {
          onAnswered?.();
          keepAnsweredRow(item, outcome);
          if (!item.isRead) void markRead([item.id], true).catch(() => undefined);
        }}
      />
    </Suspense>
  );
}
