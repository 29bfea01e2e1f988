import { CalendarX2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Note } from '../../ui/note.tsx';
import { timeText, toLocalDay } from './calendar-times.ts';
import { freeSlotFor } from './free-slot.ts';
import { titleOf } from './grid/item-block.tsx';
import { lengthText } from './length-text.ts';

/** Actions for a conflict. */
export interface ConflictActs {
  /** All loaded items, and the day after the last loaded one. */
  readonly items: readonly CalendarItem[];
  readonly until: string;
  readonly now: Date;
  onShow: (item: CalendarItem) => void;
  onMove: (item: CalendarItem, dateStart: string, dateEnd: string) => void;
  onKeep: () => void;
}

interface ConflictActionsProps extends ConflictActs {
  item: CalendarItem;
  overlaps: CalendarItem['overlaps'];
  /** A link to another date of the same event. */
  nextFree: ReactNode;
}

/** An item's conflicts. Users can move personal events to a free time, open the others, and keep all of them. */
export function ConflictActions(props: ConflictActionsProps) {
  const { item, overlaps, items, until, now, onShow, onMove, onKeep, nextFree } = props;
  const messages = useMessages();
  const { t, date } = messages;
  const others = overlaps.map((overlap) => ({
    overlap,
    other: items.find(({ key }) => key === overlap.key),
  }));
  const movable = [item, ...others.map(({ other }) => other)].find((one) => one?.kind === 'own');
  const slot = movable ? freeSlotFor(movable, items, now, until) : null;
  const when =
    slot &&
    movable &&
    (toLocalDay(slot.dateStart) === toLocalDay(movable.dateStart)
      ? timeText(slot.dateStart, messages)
      : date(slot.dateStart, 'day and time'));
  return (
    <Note tone="warn" icon={CalendarX2}>
      <ul className="grid gap-1">
        {others.map(({ overlap, other }) => {
          const title = titleOf(overlap, messages);
          return (
            <li key={overlap.key}>
              {t('calendar.overlapsBy', { title, length: lengthText(overlap.minutes, messages) })}
              {other && (
                <button
                  type="button"
                  aria-label={t('calendar.openNamed', { title })}
                  className="text-link ms-2 min-h-6 touch:min-h-11"
                  onClick={() => onShow(other)}
                >
                  {t('calendar.open')}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {nextFree}
      <div className="mt-3 flex flex-wrap gap-2">
        {slot && movable && when && (
          <Button
            size="sm"
            variant="soft"
            onClick={() => onMove(movable, slot.dateStart, slot.dateEnd)}
          >
            {movable.key === item.key
              ? t('calendar.moveTo', { when })
              : t('calendar.moveOther', { title: titleOf(movable, messages), when })}
          </Button>
        )}
        <Button size="sm" onClick={onKeep}>
          {t('calendar.keepBoth')}
        </Button>
      </div>
    </Note>
  );
}
