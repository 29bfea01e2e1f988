import type { RefObject } from 'react';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { useKeys } from '../../lib/use-keys.ts';

interface NotificationKeysOptions {
  list: RefObject<HTMLElement | null>;
  /** The notification that is shown next to the list. */
  shownId: string | undefined;
  items: readonly Notification[];
  /** Shows a notification next to the list, if there is space. */
  onPreview: ((item: Notification) => void) | undefined;
  /** Marks as read or unread. */
  onMark: (item: Notification) => void;
}

/** Keyboard shortcuts: J, K and the arrow keys move between notifications, E marks as read, and Enter opens. */
export function useNotificationKeys({
  list,
  shownId,
  items,
  onPreview,
  onMark,
}: NotificationKeysOptions): void {
  const { t } = useMessages();
  const links = () => [
    ...(list.current?.querySelectorAll<HTMLElement>('a[data-notification]') ?? []),
  ];
  const indexIn = (all: readonly HTMLElement[]) => {
    const focused = all.findIndex((link) => link.closest('li')?.contains(document.activeElement));
    return focused === -1
      ? all.findIndex((link) => link.dataset['notification'] === shownId)
      : focused;
  };
  const step = (by: 1 | -1) => {
    const all = links();
    const next = all[Math.max(0, indexIn(all) + by)];
    if (next === undefined) return;
    next.focus({ preventScroll: true });
    next.closest('li')?.scrollIntoView({ block: 'nearest' });
    const item = items.find(({ id }) => id === next.dataset['notification']);
    if (item) onPreview?.(item);
  };
  const mark = () => {
    const all = links();
    const id = all[indexIn(all)]?.dataset['notification'];
    const item = items.find((one) => one.id === id);
    if (item) onMark(item);
  };
  useShortcuts([
    { key: 'j', label: t('notifications.key_next'), run: () => step(1) },
    { key: 'k', label: t('notifications.key_previous'), run: () => step(-1) },
    { key: 'e', label: t('notifications.key_mark'), run: mark },
  ]);
  useKeys(list, (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    if (event.target instanceof Element && event.target.closest('input, [aria-haspopup]')) return;
    event.preventDefault();
    step(event.key === 'ArrowDown' ? 1 : -1);
  });
}
