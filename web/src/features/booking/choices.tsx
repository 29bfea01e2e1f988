import { Eye, MapPin, Users, Video } from 'lucide-react';
import type { ReplyOf } from '#contract/call.ts';
import type { getBookingPage } from '#contract/booking/calls.ts';
import { useMessages } from '../../lib/messages.ts';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-field.tsx';
import type { BookingPageData } from './booking-page-data.ts';

type Kind = ReplyOf<typeof getBookingPage>['kinds'][number];

interface ChoicesProps {
  page: Pick<BookingPageData, 'kinds' | 'reader'>;
  kind: Kind;
  onKind: (id: string) => void;
  answers: Readonly<Record<string, string>>;
  onAnswer: (id: string, answer: string) => void;
  /** True if only the time of a booked meeting changes. */
  isMoving: boolean;
}

/** Selects the meeting type and location, and asks the questions. */
export function Choices({ page, kind, onKind, answers, onAnswer, isMoving }: ChoicesProps) {
  const { t } = useMessages();
  const { kinds, reader } = page;
  // Types that differ only in length appear as a choice of durations.
  const isLength = new Set(kinds.map(({ name }) => name)).size === 1;
  return (
    <>
      {!isMoving && kinds.length > 1 && isLength && (
        <div className="grid gap-2">
          <p className="text-sm font-bold">{t('booking.howLong')}</p>
          <Segmented
            isBlock
            label={t('booking.howLong')}
            value={kind.id}
            options={kinds.map(({ id, minutes }) => ({
              value: id,
              label: t('booking.minutes', { minutes }),
            }))}
            onChange={onKind}
          />
        </div>
      )}
      {!isMoving && kinds.length > 1 && !isLength && (
        <RadioGroup
          label={t('booking.what')}
          value={kind.id}
          options={kinds.map(({ id, name, minutes }) => ({
            value: id,
            label: name,
            description: t('booking.minutes', { minutes }),
          }))}
          onChange={onKind}
        />
      )}
      <ul className="grid gap-2 text-sm">
        {(kinds.length === 1 || isMoving) && (
          <li className="font-bold">
            {kind.name}, {t('booking.minutes', { minutes: kind.minutes })}
          </li>
        )}
        {kind.place !== '' && (
          <li className="flex items-start gap-2">
            <MapPin size={18} aria-hidden className="mt-px shrink-0 text-ink-3" />
            <bdi>{kind.place}</bdi>
          </li>
        )}
        {kind.isOnline && (
          <li className="flex items-start gap-2">
            <Video size={18} aria-hidden className="mt-px shrink-0 text-ink-3" />
            {t('booking.online')}
          </li>
        )}
        {kind.groupSize > 1 && (
          <li className="flex items-start gap-2">
            <Users size={18} aria-hidden className="mt-px shrink-0 text-ink-3" />
            {t('booking.group', { count: kind.groupSize })}
          </li>
        )}
      </ul>
      {!isMoving &&
        kind.questions.map(({ id, label, isRequired, options }) => {
          const text = isRequired ? label : t('booking.optional', { label });
          return options.length > 0 ? (
            <Select
              key={id}
              label={text}
              value={answers[id] ?? ''}
              options={[
                { value: '', label: t('booking.choose') },
                ...options.map((option) => ({ value: option, label: option })),
              ]}
              onChange={(answer) => onAnswer(id, answer)}
            />
          ) : (
            <TextArea
              key={id}
              label={text}
              rows={3}
              maxLength={1_000}
              value={answers[id] ?? ''}
              onChange={(answer) => onAnswer(id, answer)}
            />
          );
        })}
      {!isMoving && (
        <p className="flex items-start gap-2 border-t border-line pt-4 text-sm text-ink-2">
          <Eye size={18} aria-hidden className="mt-px shrink-0" />
          {t('booking.seen', { name: reader })}
        </p>
      )}
    </>
  );
}
