import format from 'icu-minify/format';
import { memoized } from '#contract/memoized.ts';
import type { NotificationKind } from '#contract/notifications/keys.ts';
import type { Language } from '../../kernel/outbound/languages.ts';
import { notificationMessages } from '../../lists/notification-messages.ts';

/** The parts of a notification that its sentence needs. */
export interface SentenceInput {
  readonly kind: NotificationKind;
  readonly people: readonly { firstName: string; lastName: string }[];
  readonly peopleCount: number;
  readonly conversation: { readonly name: string | null } | null;
  readonly club: { readonly name: string } | null;
  readonly about: { readonly title: string; readonly note: string } | null;
}

const formatters = {
  getNumberFormat: memoized(Intl.NumberFormat),
  getPluralRules: memoized(Intl.PluralRules),
  getDateTimeFormat: memoized(Intl.DateTimeFormat),
};

/** Returns a notification as one sentence, with its note, for emails and push notifications. */
export const sentenceOf = (
  language: Language,
  { kind, people, peopleCount, conversation, club, about }: SentenceInput,
): string => {
  const messages = notificationMessages[language];
  const t = (key: keyof typeof messages, values: Record<string, string | number> = {}): string =>
    String(format(messages[key], language, values, { formatters }));
  const [one = t('somebody'), two] = people.map(({ firstName, lastName }) =>
    `${firstName} ${lastName}`.trim(),
  );
  const count = Math.max(1, peopleCount);
  const who =
    count === 1
      ? one
      : count === 2 && two !== undefined
        ? t('both', { one, two })
        : t('others', { name: one, count: count - 1 });
  const where = conversation?.name ?? club?.name ?? null;
  const isInRoom = kind === 'message_written' && where !== null;
  const sentence = t(isInRoom ? 'message_in' : kind, {
    who,
    count,
    where: where ?? t('aClub'),
    title: about?.title ?? '',
  });
  return about === null || about.note === '' ? sentence : `${sentence}: ${about.note}`;
};
