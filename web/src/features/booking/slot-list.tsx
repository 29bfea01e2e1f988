import { BookOpen, CalendarDays } from 'lucide-react';
import type { BookingSlot } from '#contract/booking/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';

interface SlotListProps {
  slots: readonly BookingSlot[];
  isLoading: boolean;
  chosen: BookingSlot | null;
  onChoose: (slot: BookingSlot) => void;
  onBook: (slot: BookingSlot) => void;
  isPending: boolean;
  /** True if a required question has no answer. */
  isMissing: boolean;
  /** The label of the button that books. */
  label: string;
}

const box =
  'flex min-h-11 w-full items-center justify-between gap-2 rounded-control border px-3.5 text-start tabular-nums';

/** The times of a day. Selecting one shows the button to book next to it. Times with conflicts show the conflict instead. */
export function SlotList({
  slots,
  isLoading,
  chosen,
  onChoose,
  onBook,
  isPending,
  isMissing,
  label,
}: SlotListProps) {
  const { t, date } = useMessages();
  if (isLoading)
    return (
      <Loading className="grid gap-2">
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </Loading>
    );
  if (slots.length === 0) return <p className="text-sm text-ink-2">{t('booking.noneThisDay')}</p>;
  return (
    <ul className="grid gap-2" aria-label={t('booking.times')}>
      {slots.map((slot) => {
        const time = date(slot.dateStart, 'time');
        const Icon = slot.conflict?.kind === 'class' ? BookOpen : CalendarDays;
        if (slot.conflict !== null)
          return (
            <li
              key={slot.slot}
              className={`${box} border-line bg-[repeating-linear-gradient(135deg,transparent_0_5px,var(--color-fill)_5px_7px)] text-ink-2`}
            >
              <span className="shrink-0">{time}</span>
              <span className="flex min-w-0 items-center gap-1.5 text-sm">
                <Icon size={16} aria-hidden className="shrink-0" />
                <span className="sr-only">{t('booking.conflict')}</span>
                <bdi className="min-w-0 truncate">{slot.conflict.title}</bdi>
              </span>
            </li>
          );
        const isChosen = chosen?.slot === slot.slot;
        return (
          <li key={slot.slot} className={isChosen ? 'grid grid-cols-2 gap-2' : ''}>
            <button
              type="button"
              aria-pressed={isChosen}
              onClick={() => onChoose(slot)}
              className={`${box} justify-center! font-bold transition-colors duration-150 ${
                isChosen
                  ? 'border-brand-text bg-brand-soft text-brand-text'
                  : 'border-line-strong bg-surface hover:bg-fill'
              }`}
            >
              {time}
              {slot.left > 1 && (
                <span className="text-sm font-medium text-ink-2">
                  {t('booking.left', { count: slot.left })}
                </span>
              )}
            </button>
            {isChosen && (
              <Button
                variant="primary"
                isPending={isPending}
                disabled={isMissing}
                label={`${label}, ${time}`}
                onClick={() => onBook(slot)}
              >
                {label}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
