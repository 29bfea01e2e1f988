import { Copy } from 'lucide-react';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { HoursList } from './hours-list.tsx';
import type { DraftProps, Hours } from './offer-draft.ts';

const week = [1, 2, 3, 4, 5, 6, 7] as const;

/** The weekly hours. */
export function WeekCard({ draft, onChange }: DraftProps) {
  const { t, day } = useMessages();
  // Monday first. January 1, 2024 was a Monday.
  const nameOf = (weekday: number) => day(`2024-01-0${weekday}`, 'weekday');
  const of = (weekday: number) => draft.hours.filter((one) => one.weekday === weekday);
  const put = (days: readonly number[], hours: readonly Hours[]) =>
    onChange({
      hours: week.flatMap((weekday) =>
        days.includes(weekday) ? hours.map(({ from, to }) => ({ from, to, weekday })) : of(weekday),
      ),
    });
  const first = week.find((weekday) => of(weekday).length > 0);
  return (
    <Card title={t('booking.week')} description={t('booking.weekBody')}>
      <div className="grid divide-y divide-line">
        {week.map((weekday) => {
          const name = nameOf(weekday);
          return (
            <div
              key={weekday}
              className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[9rem_minmax(0,1fr)]"
            >
              <h3 className="flex min-h-11 items-center self-start font-medium">{name}</h3>
              <HoursList
                day={name}
                hours={of(weekday)}
                onChange={(hours) => put([weekday], hours)}
                none={t('booking.noHours')}
              />
            </div>
          );
        })}
      </div>
      {first !== undefined && (
        <Button
          variant="outline"
          icon={Copy}
          className="mt-3"
          onClick={() => put([1, 2, 3, 4, 5], of(first))}
        >
          {t('booking.copyDay', { day: nameOf(first) })}
        </Button>
      )}
    </Card>
  );
}
