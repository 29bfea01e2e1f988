import words from 'messages:en/notifications.*';
import type { Notification } from '#contract/notifications/endpoints.ts';
import { addEnglish, type Messages } from '../../lib/messages.ts';

addEnglish(words);

const isRtl = (text: string) => /[\u0590-\u08ff\ufb1d-\ufefc]/.test(text);
/** Isolates a name whose writing direction differs from the sentence (U+2068, U+2069). */
const isolated = (name: string, dir: Messages['dir']): string =>
  isRtl(name) === (dir === 'rtl') ? name : `\u2068${name}\u2069`;

/** Returns a notification as a sentence. */
export function sentenceOf(item: Notification, { t, dir }: Messages): string {
  const [one = t('notifications.somebody'), two] = item.people.map(({ firstName, lastName }) =>
    isolated(`${firstName} ${lastName}`.trim(), dir),
  );
  const count = Math.max(1, item.peopleCount);
  const who =
    count === 1
      ? one
      : count === 2 && two !== undefined
        ? t('notifications.both', { one, two })
        : t('notifications.others', { name: one, count: count - 1 });
  const name = item.conversation?.name ?? item.club?.name ?? null;
  const where = name === null ? null : isolated(name, dir);
  const { kind } = item;
  if (kind === 'message_written' && where !== null)
    return t('notifications.message_in', { who, where });
  return t(`notifications.${kind}`, {
    who,
    count,
    where: where ?? t('notifications.aClub'),
    title: item.about === null ? '' : isolated(item.about.title, dir),
  });
}
