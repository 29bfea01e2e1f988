import { useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { Select } from '../../ui/select.tsx';
import type { Draft, DraftProps } from './offer-draft.ts';

const hour = 60;
const day = 24 * hour;

/** Returns the options, plus the current value if it isn't one of them. */
const choices = (offered: readonly number[], now: number): readonly number[] =>
  offered.includes(now) ? offered : [...offered, now].toSorted((a, b) => a - b);

type Name = 'noticeMinutes' | 'cancelMinutes' | 'daysAhead' | 'bufferBefore' | 'bufferAfter';

/** Notice, booking window, buffers and limits. */
export function RulesCard({ draft, onChange }: DraftProps) {
  const { t } = useMessages();
  const spanText = (minutes: number): string =>
    minutes === 0
      ? t('booking.noneSpan')
      : minutes % day === 0
        ? t('booking.days', { count: minutes / day })
        : minutes % hour === 0
          ? t('booking.hoursSpan', { count: minutes / hour })
          : t('booking.minutes', { minutes });
  const select = (
    name: Name,
    label: string,
    offered: readonly number[],
    text: (value: number) => string,
  ) => (
    <Select
      label={label}
      value={String(draft[name])}
      options={choices(offered, draft[name]).map((value) => ({
        value: String(value),
        label: text(value),
      }))}
      onChange={(value) => onChange({ [name]: Number(value) } as Partial<Draft>)}
    />
  );
  const limit = draft.dailyLimit ?? 0;
  const waiting = draft.waitHours ?? 0;
  return (
    <Card title={t('booking.rules')}>
      <div className="grid gap-5 sm:grid-cols-2">
        {select(
          'noticeMinutes',
          t('booking.notice'),
          [0, hour, 2 * hour, 4 * hour, day, 2 * day, 7 * day],
          spanText,
        )}
        {select('daysAhead', t('booking.ahead'), [7, 14, 30, 60, 90, 180], (count) =>
          t('booking.days', { count }),
        )}
        {select('bufferBefore', t('booking.before'), [0, 5, 10, 15, 30, 60], spanText)}
        {select('bufferAfter', t('booking.after'), [0, 5, 10, 15, 30, 60], spanText)}
        {select(
          'cancelMinutes',
          t('booking.cancelUntil'),
          [0, hour, 2 * hour, 4 * hour, day, 2 * day],
          spanText,
        )}
        <Select
          label={t('booking.whoWaits')}
          value={String(waiting)}
          options={choices([1, 2, 4, 8, 24, 0], waiting).map((value) => ({
            value: String(value),
            label: value === 0 ? t('booking.tellAll') : t('booking.holdFor', { count: value }),
          }))}
          onChange={(value) => onChange({ waitHours: value === '0' ? null : Number(value) })}
        />
        <Select
          label={t('booking.limit')}
          value={String(limit)}
          options={choices([0, 1, 2, 3, 4, 5, 6, 8, 10, 12], limit).map((value) => ({
            value: String(value),
            label: value === 0 ? t('booking.noLimit') : String(value),
          }))}
          onChange={(value) => onChange({ dailyLimit: value === '0' ? null : Number(value) })}
        />
      </div>
    </Card>
  );
}
