import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { MapPin, Pencil, Trash2, X } from 'lucide-react';
import { useRef } from 'react';
import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import { useMessages, type Messages } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import { buttonClass } from '../../ui/button-style.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Popover } from '../../ui/popover.tsx';
import { ConflictActions, type ConflictActs } from './conflict-actions.tsx';
import { nextFreeOf } from './calendar.data.ts';
import { lengthText } from './length-text.ts';
import { isElsewhere, timeText, whenText, zoneText } from './calendar-times.ts';
import { titleOf } from './grid/item-block.tsx';
import { kindLabels } from './kind-styles.ts';
import { dotClass } from './dot-class.ts';

/** Returns the conflicts of an item and their length. */
export const overlapWords = (overlaps: CalendarItem['overlaps'], messages: Messages): string =>
  messages.list(
    overlaps.map((other) =>
      messages.t('calendar.overlapsBy', {
        title: titleOf(other, messages),
        length: lengthText(other.minutes, messages),
      }),
    ),
  );

/** Links to the next date of a recurring event that doesn't overlap the reader's calendar. */
function NextFree({ item }: { item: CalendarItem }) {
  const messages = useMessages();
  const { kind, id, occurrence } = item;
  const isSeries = (kind === 'event' || kind === 'club') && occurrence !== null;
  const { data } = useQuery({ ...nextFreeOf(id, occurrence ?? ''), enabled: isSeries });
  if (!isSeries || !data?.next) return null;
  return (
    <Link
      to={paths.event}
      params={{ eventId: id }}
      search={{ occurrence: data.next.occurrence }}
      className="text-link block"
    >
      {messages.t('calendar.nextFree', { when: messages.date(data.next.dateStart, 'moment') })}
    </Link>
  );
}

interface ItemDetailsProps {
  item: CalendarItem;
  overlaps: CalendarItem['overlaps'];
  /** Name of the item's calendar. */
  calendar: string | undefined;
  anchor: HTMLElement;
  onClose: () => void;
  onEdit: () => void;
  onDelete: () => void;
  conflict: ConflictActs;
}

/** Shows the details and actions of an item. */
export function ItemDetails(props: ItemDetailsProps) {
  const { item, overlaps, calendar, anchor, onClose, onEdit, onDelete, conflict } = props;
  const messages = useMessages();
  const { t } = messages;
  const anchorRef = useRef<HTMLElement | null>(anchor);
  const title = titleOf(item, messages);
  return (
    <Popover label={title} anchor={anchorRef} isOpen onClose={onClose} className="w-88 p-4">
      <div className="grid gap-3">
        <div className="flex items-start gap-2">
          <span
            aria-hidden
            className={`mt-2 size-2.5 shrink-0 rounded-full ${dotClass(item.color)}`}
          />
          <h2 className="min-w-0 flex-1 text-base wrap-anywhere">{title}</h2>
          <IconButton
            label={t('dialog.close')}
            icon={X}
            className="-me-2 -mt-1"
            onClick={onClose}
          />
        </div>
        <p className="text-sm">
          {whenText(item, messages)}
          {isElsewhere(item) && (
            <span className="block text-ink-2">
              {t('calendar.thereTime', {
                time: timeText(item.dateStart, messages, item.timeZone),
                zone: `${item.timeZone.replaceAll('_', ' ')} (${zoneText(item.timeZone, Date.parse(item.dateStart), messages)})`,
              })}
            </span>
          )}
        </p>
        {item.location !== null && (
          <p className="flex gap-2 text-sm wrap-anywhere">
            <MapPin size={18} aria-hidden className="mt-px shrink-0 text-ink-2" />
            {item.location}
          </p>
        )}
        <p className="flex flex-wrap items-center gap-2 text-sm text-ink-2">
          {calendar ?? t(kindLabels[item.kind])}
          {item.isCanceled && <Pill tone="bad">{t('calendar.canceled')}</Pill>}
          {item.isTentative && <Pill tone="warn">{t('calendar.tentative')}</Pill>}
        </p>
        {overlaps.length > 0 && (
          <ConflictActions
            {...conflict}
            item={item}
            overlaps={overlaps}
            nextFree={<NextFree item={item} />}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {item.url !== null && (
            <Link to={item.url as never} className={buttonClass({ variant: 'soft' })}>
              {t('calendar.open')}
            </Link>
          )}
          {item.kind === 'own' && (
            <>
              <Button icon={Trash2} variant="quiet" onClick={onDelete}>
                {t('calendar.delete')}
              </Button>
              <Button icon={Pencil} variant="soft" onClick={onEdit}>
                {t('calendar.edit')}
              </Button>
            </>
          )}
        </div>
      </div>
    </Popover>
  );
}
