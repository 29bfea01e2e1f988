import { CalendarPlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { bookingLimits } from '#contract/booking/limits.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DatePicker } from '../../ui/date-field.tsx';
import { HoursList } from './hours-list.tsx';
import type { DraftProps } from './offer-draft.ts';

/** Dates with different hours than usual, or none. */
export function ExceptionsCard({ draft, onChange }: DraftProps) {
  const messages = useMessages();
  const { t } = messages;
  const [day, setDay] = useState<string | null>(null);
  const known = draft.exceptions.some(({ date }) => date === day);
  const isFull = draft.exceptions.length >= bookingLimits.exceptions;
  return (
    <Card title={t('booking.exceptions')} description={t('booking.exceptionsBody')}>
      <div className="grid gap-4">
        <div className="flex flex-wrap items-end gap-2">
          <DatePicker label={t('booking.exceptionDay')} value={day} onChange={setDay} />
          <Button
            icon={CalendarPlus}
            disabled={day === null || known || isFull}
            onClick={() => {
              if (day === null) return;
              onChange({
                exceptions: [...draft.exceptions, { date: day, hours: [] }].toSorted((a, b) =>
                  a.date < b.date ? -1 : 1,
                ),
              });
              setDay(null);
            }}
          >
            {t('booking.addException')}
          </Button>
        </div>
        {draft.exceptions.length > 0 && (
          <ul className="grid divide-y divide-line">
            {draft.exceptions.map(({ date, hours }) => {
              const name = messages.date(`${date}T12:00:00`, 'whole day');
              return (
                <li
                  key={date}
                  className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[12rem_minmax(0,1fr)_auto]"
                >
                  <span className="flex min-h-11 items-center self-start font-medium">{name}</span>
                  <HoursList
                    day={name}
                    hours={hours}
                    onChange={(next) =>
                      onChange({
                        exceptions: draft.exceptions.map((one) =>
                          one.date === date ? { date, hours: [...next] } : one,
                        ),
                      })
                    }
                    none={t('booking.away')}
                  />
                  <IconButton
                    label={t('booking.removeException', { day: name })}
                    icon={Trash2}
                    variant="quiet"
                    onClick={() =>
                      onChange({ exceptions: draft.exceptions.filter((one) => one.date !== date) })
                    }
                  />
                </li>
              );
            })}
          </ul>
        )}
      </div>
    </Card>
  );
}
