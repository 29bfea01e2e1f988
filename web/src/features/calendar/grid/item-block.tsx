import { Flag } from 'lucide-react';
import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import { useMessages, type Messages } from '../../../lib/messages.ts';
import { isElsewhere, timeText, whenText, zoneText } from '../calendar-times.ts';
import { blockClass, kindLabels } from '../kind-styles.ts';

/** Returns an item's title. Items of subscribed calendars may have none. */
export const titleOf = ({ title }: Pick<CalendarItem, 'title'>, { t }: Messages): string =>
  title.trim() === '' ? t('calendar.untitled') : title;

/** Returns all visible details of an item as text. */
export const itemLabel = (item: CalendarItem, hasOverlap: boolean, messages: Messages): string =>
  [
    titleOf(item, messages),
    whenText(item, messages),
    item.location,
    messages.t(kindLabels[item.kind]),
    item.isCanceled && messages.t('calendar.canceled'),
    item.isTentative && messages.t('calendar.tentative'),
    hasOverlap && messages.t('calendar.overlaps'),
  ]
    .filter(Boolean)
    .join(', ');

/** The text of a block, as much as fits its height. */
export function BlockWords({ item, height }: { item: CalendarItem; height: number }) {
  const messages = useMessages();
  const title = titleOf(item, messages);
  const time = isElsewhere(item)
    ? `${timeText(item.dateStart, messages)} (${timeText(item.dateStart, messages, item.timeZone)} ${zoneText(item.timeZone, Date.parse(item.dateStart), messages)})`
    : timeText(item.dateStart, messages);
  if (height < 34)
    return (
      <span
        aria-hidden
        dir="auto"
        className={`block truncate text-xs font-bold ${height < 18 ? 'leading-[11px]' : 'leading-5'}`}
      >
        {title}
      </span>
    );
  return (
    <>
      <span
        aria-hidden
        dir="auto"
        // If several blocks are side by side, text is cut off at the edge instead of breaking within words.
        className={`text-xs font-bold ${height < 60 ? 'block truncate' : 'line-clamp-2 wrap-normal'}`}
      >
        {title}
      </span>
      <span aria-hidden dir="auto" className="block truncate text-xs">
        {/* The hour lines already show the time, unless the item's zone has a different one. */}
        {item.location === null
          ? time
          : isElsewhere(item)
            ? `${time} • ${item.location}`
            : item.location}
      </span>
    </>
  );
}

interface ChipProps {
  item: CalendarItem;
  isPast: boolean;
  hasOverlap: boolean;
  /** True if the time is before the title. Due dates have a flag there. */
  hasTime?: boolean;
  onOpen: (element: HTMLElement) => void;
}

/** An item on one line, above the hours or in a month. */
export function ItemChip({ item, isPast, hasOverlap, hasTime = false, onOpen }: ChipProps) {
  const messages = useMessages();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={(event) => onOpen(event.currentTarget)}
      className={`flex min-h-6 w-full min-w-0 items-center rounded-[6px] px-1.5 py-0.5 text-start text-xs leading-5 font-medium forced-edge touch:min-h-8 ${blockClass(item, isPast, hasOverlap)}`}
    >
      <span className="sr-only">{itemLabel(item, hasOverlap, messages)}</span>
      {item.kind === 'deadline' && <Flag size={14} aria-hidden className="me-1 shrink-0" />}
      {hasTime && !item.isAllDay && item.kind !== 'deadline' && (
        <span aria-hidden className="me-1 shrink-0 tabular-nums opacity-85">
          {timeText(item.dateStart, messages)}
        </span>
      )}
      <span aria-hidden dir="auto" className="min-w-0 flex-1 truncate font-bold">
        {titleOf(item, messages)}
      </span>
    </button>
  );
}
