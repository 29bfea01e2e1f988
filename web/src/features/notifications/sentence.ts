import type { Notification } from '#contract/notifications.ts';
import type { Messages } from '../../lib/messages.ts';

/** What an item tells, in one sentence. */
export function sentenceOf(item: Notification, { t }: Messages): string {
  const [one = t('notifications.somebody'), two] = item.people.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim());
  const count = Math.max(1, item.peopleCount);
  const who =
    count === 1
      ? one
      : count === 2 && two !== undefined
        ? t('notifications.both', { one, two })
        : t('notifications.others', { name: one, count: count - 1 });
  const where = item.conversation?.name ?? null;
  return item.kind === 'message_written' && where !== null
    ? t('notifications.message_in', { who, where })
    : t(`notifications.${item.kind}`, { who, count });
}
