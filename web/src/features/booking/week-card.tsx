import { useMessages } from '../../lib/messages.ts';
import { Card } from '../../ui/card.tsx';
import { CopyHours } from './copy-hours.tsx';
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
  return (
    <Card title={t('booking.week')} description={t('booking.weekBody')}>
      <div className="grid divide-y divide-line">
        {week.map((weekday) => {
          const name = nameOf(weekday);
          return (
            <div
              key={weekday}
              className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 py-3 sm:grid-cols-[9rem_minmax(0,1fr)_auto]"
            >
              <h3 className="flex min-h-11 items-center self-start font-medium">{name}</h3>
              <div className="col-span-2 sm:col-span-1">
                <HoursList
                  day={name}
                  hours={of(weekday)}
                  onChange={(hours) => put([weekday], hours)}
                  none={t('booking.noHours')}
                />
              </div>
              {of(weekday).length > 0 && (
                <div className="col-start-2 row-start-1 sm:col-start-3">
                  <CopyHours
                    day={name}
                    others={week
                      .filter((other) => other !== weekday)
                      .map((other) => ({ weekday: other, name: nameOf(other) }))}
                    onCopy={(days) => put(days, of(weekday))}
                  />
                </div>
              )}
            </div>
          );
        })}
      </div>
    </Card>
  );
}
