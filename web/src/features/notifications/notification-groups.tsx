import type { Notification } from '#contract/notifications/endpoints.ts';
import { useMessages, type Messages } from '../../lib/messages.ts';
import { NotificationRow } from './notification-row.tsx';

interface NotificationGroupsProps {
  items: readonly Notification[];
  onWhy: (item: Notification) => void;
  onOpen?: () => void;
  /** Shows a notification next to the list. */
  onPreview?: ((item: Notification) => void) | undefined;
  /** The notification that is shown next to the list. */
  shownId?: string | undefined;
  /** The level of the headings. */
  level?: 2 | 3;
}

/** Notifications by age, with one heading for each group. */
export function NotificationGroups({
  items,
  shownId,
  level = 2,
  ...actions
}: NotificationGroupsProps) {
  const messages = useMessages();
  const Heading = `h${level}` as const;
  return agesOf(items, messages).map(({ label, items: ofAge }) => (
    <section key={label} aria-label={label} className="grid grid-cols-[minmax(0,1fr)]">
      <Heading className="px-3 pt-3 pb-1.5 text-xs! font-bold! tracking-normal! text-ink-2">
        {label}
      </Heading>
      <ul className="divide-y divide-line border-y border-line">
        {ofAge.map((item) => (
          <li key={item.id}>
            <NotificationRow item={item} isShown={item.id === shownId} {...actions} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** Returns the items by age in local days, latest first. */
function agesOf(
  items: readonly Notification[],
  { t }: Messages,
): { label: string; items: Notification[] }[] {
  const midnight = new Date().setHours(0, 0, 0, 0);
  const labelOf = ({ at }: Notification) => {
    const days = Math.ceil((midnight - Date.parse(at)) / 86_400_000);
    if (days <= 0) return t('notifications.today');
    if (days === 1) return t('notifications.yesterday');
    return t(days < 7 ? 'notifications.thisWeek' : 'notifications.earlier');
  };
  return [...Map.groupBy(items, labelOf)].map(([label, ofAge]) => ({ label, items: ofAge }));
}
