import type { CalendarDate } from '@internationalized/date';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type CSSProperties,
} from 'react';
import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import {
  blocksOf,
  dayText,
  daysOfItem,
  hourText,
  instantAt,
  isAbove,
  clockText,
  minuteText,
  todayHere,
  zoneText,
  viewerZone,
} from '../calendar-times.ts';
import { useWidth } from '../../../ui/use-width.ts';
import { BlockWords, ItemChip, itemLabel } from './item-block.tsx';
import { blockClass } from '../kind-styles.ts';
import { layOutDay, type PlacedBlock as Placed } from './lay-out-day.ts';
import { MoreButton } from './more-button.tsx';
import { useGridDrag, type DragState } from './use-grid-drag.ts';

/** Height of an hour in pixels. */
const hourHeight = 44;
const slotsADay = 48;
/** Height of an hour's label above its line, in pixels. */
const labelHeight = 10;
const nearMinutes = 25;
/** Height of 15 minutes without the line between blocks, in pixels. */
const leastHeight = hourHeight / 4;
const firstSeen = 7;
/** Items before this hour belong to the night before. */
const earlyFrom = 4;

interface TimeGridProps {
  days: readonly CalendarDate[];
  items: readonly CalendarItem[];
  overlaps: (item: CalendarItem) => boolean;
  now: Date;
  onOpen: (item: CalendarItem, element: HTMLElement) => void;
  onNew: (dateStart: string, dateEnd: string) => void;
  onMove: (item: CalendarItem, dateStart: string, dateEnd: string) => void;
  /** Called when the user navigates past the first or last day. */
  onStep: (by: 1 | -1) => void;
  onDay: (day: CalendarDate) => void;
}

const top = (minutes: number): number => (minutes / 60) * hourHeight;

/** Days with hours. Items are blocks, and the keyboard moves through half-hour slots. */
export function TimeGrid(props: TimeGridProps) {
  const { days, items, overlaps, now, onOpen, onNew, onMove, onStep, onDay } = props;
  const messages = useMessages();
  const { t } = messages;
  const today = todayHere();
  const todayColumn = days.findIndex((day) => day.compare(today) === 0);
  const { scroller, body, head, walk, hasFocus, column, cursor, setCursor } = useSlotCursor(
    days,
    todayColumn,
    onStep,
  );
  const blocks = blocksOf(items, now.getTime());
  const dayWidth = useWidth(body) / days.length;
  const above = items.filter(isAbove);

  const done = ({ what, key, column: at, from, to }: DragState) => {
    const day = days[at];
    if (!day) return;
    const [dateStart, dateEnd] = [instantAt(day, from), instantAt(day, to)];
    if (what === 'new') return onNew(dateStart, dateEnd);
    const item = items.find((one) => one.key === key);
    if (!item) return;
    const length = Date.parse(item.dateEnd) - Date.parse(item.dateStart);
    const end = new Date(Date.parse(dateStart) + length).toISOString();
    onMove(item, dateStart, what === 'move' ? end : dateEnd);
  };
  const { dragged, begin, endsDrag } = useGridDrag(body, days.length, done);

  // The view starts in the morning. Earlier hours need scrolling.
  useLayoutEffect(() => {
    const least = Math.min(
      firstSeen * 60,
      ...blocks.map(({ from }) => from).filter((from) => from >= earlyFrom * 60),
    );
    // Leaves some space above for the first hour's label.
    scroller.current?.scrollTo({ top: top(Math.max(0, least)) - labelHeight });
    // Only when the grid appears, so that the user’s scroll position stays afterwards.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);

  const openSlot = (at: number, slot: number, element: HTMLElement) => {
    const day = days[at];
    if (!day) return;
    const minute = slot * 30;
    const block = blocks.find(
      (one) => one.day === day.toString() && one.from < minute + 30 && one.to > minute,
    );
    if (block) return onOpen(block.item, element);
    onNew(instantAt(day, minute), instantAt(day, minute + 60));
  };

  const template = { gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` };
  const nowMinutes = now.getHours() * 60 + now.getMinutes();
  return (
    <div
      ref={scroller}
      className="card relative max-h-[calc(100dvh-8rem)] min-h-96 overflow-x-clip overflow-y-auto max-md:max-h-[calc(100dvh-14rem)]"
    >
      <div ref={head} className="sticky top-0 z-20 border-b border-line bg-surface">
        <div className="flex">
          <span className="flex w-15 shrink-0 items-end px-2 pb-2 text-xs text-ink-2 max-sm:w-12 max-sm:px-1">
            {zoneText(viewerZone(), now.getTime(), messages)}
          </span>
          <div className="grid flex-1" style={template}>
            {days.map((day) => (
              <DayHead
                key={day.toString()}
                day={day}
                isToday={day.compare(today) === 0}
                isPast={day.compare(today) < 0}
                onDay={onDay}
              />
            ))}
          </div>
        </div>
        {above.length > 0 && (
          <AllDayItems
            items={above}
            template={template}
            days={days}
            today={today}
            onOpen={onOpen}
          />
        )}
      </div>
      <div className="flex" style={{ height: 24 * hourHeight }}>
        <HourLabels nowMinutes={nowMinutes} isTodayShown={todayColumn >= 0} />
        <div ref={body} className="relative min-w-0 flex-1">
          <div
            role="grid"
            aria-label={t('calendar.slots')}
            tabIndex={-1}
            onKeyDown={walk}
            onBlur={() => {
              hasFocus.current = false;
            }}
          >
            {Array.from({ length: slotsADay }, (_, slot) => slot).map((slot) => (
              <div key={slot} role="row" className="grid" style={template}>
                {days.map((day, at) => (
                  <div
                    key={day.toString()}
                    role="gridcell"
                    tabIndex={at === column && slot === cursor.slot ? 0 : -1}
                    aria-label={t('calendar.slot', {
                      day: dayText(day, 'short', messages),
                      time: minuteText(slot * 30, messages),
                    })}
                    onPointerDown={(event) => begin(event, 'new')}
                    onClick={(event) => {
                      if (endsDrag()) return;
                      setCursor({ column: at, slot });
                      openSlot(at, slot, event.currentTarget);
                    }}
                    onKeyDown={(event) => {
                      if (event.key !== 'Enter' && event.key !== ' ') return;
                      event.preventDefault();
                      openSlot(at, slot, event.currentTarget);
                    }}
                    onFocus={() => {
                      hasFocus.current = true;
                    }}
                    className={`h-[22px] border-s border-line outline-none focus-visible:z-10 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-brand-text ${slot % 2 === 0 && slot > 0 ? 'border-t' : ''} ${day.compare(today) === 0 ? 'bg-brand-soft/30' : ''}`}
                  />
                ))}
              </div>
            ))}
          </div>
          <ul aria-label={t('calendar.items')} className="pointer-events-none absolute inset-0">
            {days.flatMap((day, at) => {
              const { placed, more } = layOutDay(
                blocks.filter((one) => one.day === day.toString()),
                dayWidth,
              );
              return [
                ...placed.map((one) => (
                  <PlacedBlock
                    key={`${one.block.item.key} ${one.block.day}`}
                    placed={one}
                    at={at}
                    columns={days.length}
                    dayWidth={dayWidth}
                    hasOverlap={overlaps(one.block.item)}
                    dragged={dragged?.key === one.block.item.key ? dragged : null}
                    onBegin={begin}
                    onOpen={(element) => {
                      if (!endsDrag()) onOpen(one.block.item, element);
                    }}
                  />
                )),
                ...more.map(({ until, blocks: hidden, beside }) => (
                  <li
                    key={`more ${hidden[0]?.item.key} ${day.toString()}`}
                    className="absolute z-10"
                    style={{
                      insetInlineEnd: `${(1 - (at + 1) / days.length) * 100}%`,
                      top: top(until) - 2,
                      transform: 'translateY(-100%)',
                    }}
                  >
                    <MoreButton hidden={hidden} blocks={beside} onOpen={onOpen} />
                  </li>
                )),
              ];
            })}
          </ul>
          {dragged && <DragPreview dragged={dragged} columns={days.length} />}
          {todayColumn >= 0 && (
            <NowLine columns={days.length} column={todayColumn} minutes={nowMinutes} />
          )}
        </div>
      </div>
    </div>
  );
}

interface NowLineProps {
  columns: number;
  column: number;
  minutes: number;
}

function NowLine({ columns, column, minutes }: NowLineProps) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 h-0.5 bg-brand"
      style={{
        top: top(minutes),
        insetInlineStart: `${(column / columns) * 100}%`,
        width: `${100 / columns}%`,
      }}
    >
      <span className="absolute -start-1 -top-[3px] size-2 rounded-full bg-brand" />
    </div>
  );
}

function DragPreview({ dragged, columns }: { dragged: DragState; columns: number }) {
  const messages = useMessages();
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute z-10 rounded-[6px] border-2 border-brand-text bg-brand-soft/80 px-1.5 text-xs font-bold text-brand-text tabular-nums"
      style={{
        insetInlineStart: `${(dragged.column / columns) * 100}%`,
        width: `${100 / columns}%`,
        top: top(dragged.from),
        height: Math.max(14, top(dragged.to - dragged.from)),
      }}
    >
      {minuteText(dragged.from, messages)} – {minuteText(dragged.to % 1_440, messages)}
    </div>
  );
}

/** The selected slot. Arrow keys and Page Up/Down move it, and the grid scrolls to it. */
function useSlotCursor(
  days: readonly CalendarDate[],
  todayColumn: number,
  onStep: (by: 1 | -1) => void,
) {
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState({ column: Math.max(0, todayColumn), slot: 18 });
  const column = Math.min(cursor.column, days.length - 1);
  const hasFocus = useRef(false);
  useEffect(() => {
    if (!hasFocus.current) return;
    const cell = body.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]');
    cell?.focus({ preventScroll: true });
    const box = scroller.current;
    if (!cell || !box) return;
    const inset = head.current?.offsetHeight ?? 0;
    const at = top(cursor.slot * 30);
    if (at < box.scrollTop) box.scrollTop = at;
    else if (at + hourHeight > box.scrollTop + box.clientHeight - inset)
      box.scrollTop = at + hourHeight - box.clientHeight + inset;
  }, [cursor]);

  const walk = (event: KeyboardEvent) => {
    const { slot } = cursor;
    const across = document.dir === 'rtl' ? -1 : 1;
    const moves: Record<string, readonly [columns: number, slots: number]> = {
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
      ArrowLeft: [-across, 0],
      ArrowRight: [across, 0],
      PageUp: [0, -8],
      PageDown: [0, 8],
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    hasFocus.current = true;
    const next = column + move[0];
    if (next < 0 || next >= days.length) {
      onStep(next < 0 ? -1 : 1);
      setCursor({ column: next < 0 ? days.length - 1 : 0, slot });
      return;
    }
    setCursor({ column: next, slot: Math.min(slotsADay - 1, Math.max(0, slot + move[1])) });
  };
  return { scroller, body, head, walk, hasFocus, column, cursor, setCursor };
}

/** Labels the hours, and the current time if today is shown. */
function HourLabels({ nowMinutes, isTodayShown }: { nowMinutes: number; isTodayShown: boolean }) {
  const messages = useMessages();
  return (
    <div aria-hidden className="relative w-15 shrink-0 max-sm:w-12">
      {Array.from({ length: 23 }, (_, nth) => nth + 1).map((hour) => (
        <span
          key={hour}
          // The current time is in front of labels that are close to it.
          className={`absolute end-2 -translate-y-1/2 text-xs whitespace-nowrap text-ink-2 tabular-nums max-sm:end-1 ${isTodayShown && Math.abs(hour * 60 - nowMinutes) < nearMinutes ? 'invisible' : ''}`}
          style={{ top: top(hour * 60) }}
        >
          {hourText(hour, messages)}
        </span>
      ))}
      {isTodayShown && (
        <span
          className="absolute end-1 z-10 -translate-y-1/2 rounded-[4px] bg-brand px-1 py-px text-xs font-bold whitespace-nowrap text-on-brand tabular-nums"
          style={{ top: top(nowMinutes) }}
        >
          {clockText(nowMinutes, messages)}
        </span>
      )}
    </div>
  );
}

interface AllDayItemsProps {
  items: readonly CalendarItem[];
  template: CSSProperties;
  days: readonly CalendarDate[];
  today: CalendarDate;
  onOpen: (item: CalendarItem, element: HTMLElement) => void;
}

/** Items without a place in the grid: all-day items and deadlines. */
function AllDayItems({ items, template, days, today, onOpen }: AllDayItemsProps) {
  const messages = useMessages();
  const { t } = messages;
  return (
    <div className="flex border-t border-line">
      <span className="w-15 shrink-0 px-2 py-1.5 text-xs text-ink-2 max-sm:w-12 max-sm:px-1">
        {t(items.every(({ kind }) => kind === 'deadline') ? 'calendar.due' : 'calendar.allDay')}
      </span>
      <div className="grid max-h-28 flex-1 overflow-y-auto" style={template}>
        {days.map((day) => (
          <ul
            key={day.toString()}
            aria-label={dayText(day, 'whole', messages)}
            className="grid min-w-0 content-start gap-0.5 border-s border-line p-0.5"
          >
            {items
              .filter((item) => daysOfItem(item).includes(day.toString()))
              .map((item) => (
                <li key={item.key} className="min-w-0">
                  <ItemChip
                    item={item}
                    isPast={day.compare(today) < 0}
                    hasOverlap={false}
                    onOpen={(element) => onOpen(item, element)}
                  />
                </li>
              ))}
          </ul>
        ))}
      </div>
    </div>
  );
}

interface DayHeadProps {
  day: CalendarDate;
  isToday: boolean;
  isPast: boolean;
  onDay: (day: CalendarDate) => void;
}

function DayHead({ day, isToday, isPast, onDay }: DayHeadProps) {
  const messages = useMessages();
  return (
    <button
      type="button"
      {...(isToday && { 'aria-current': 'date' as const })}
      onClick={() => onDay(day)}
      className="grid min-w-0 justify-items-center gap-0.5 border-s border-line py-2 hover:bg-fill"
    >
      <span className="sr-only">{dayText(day, 'whole', messages)}</span>
      <span
        aria-hidden
        className={`text-sm ${isToday ? 'font-bold text-brand-text' : 'text-ink-2'}`}
      >
        {dayText(day, 'weekday', messages)}
      </span>
      <span
        aria-hidden
        className={`grid size-9 place-items-center rounded-full text-lg font-bold tabular-nums ${isToday ? 'bg-brand text-on-brand' : isPast ? 'text-ink-2' : ''}`}
      >
        {dayText(day, 'number', messages)}
      </span>
    </button>
  );
}

interface PlacedBlockProps {
  placed: Placed;
  at: number;
  columns: number;
  dayWidth: number;
  hasOverlap: boolean;
  dragged: DragState | null;
  onBegin: ReturnType<typeof useGridDrag>['begin'];
  onOpen: (element: HTMLElement) => void;
}

function PlacedBlock({
  placed,
  at,
  columns,
  dayWidth,
  hasOverlap,
  dragged,
  onBegin,
  onOpen,
}: PlacedBlockProps) {
  const messages = useMessages();
  const { block, start, width, covered } = placed;
  const { item, from, to, isPast } = block;
  const isOwn = item.kind === 'own';
  const height = Math.max(leastHeight, top(to - from) - 2);
  return (
    <li
      // Later blocks can cover parts of earlier ones. Hover or focus brings a block to the front.
      className={`absolute px-0.5 hover:z-1 focus-within:z-1 ${dragged ? 'opacity-40' : ''}`}
      style={{
        insetInlineStart: `${((at + start) / columns) * 100}%`,
        width: `${(100 * width) / columns}%`,
        top: top(from) + 1,
        height,
      }}
    >
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerDown={(event) => {
          if (isOwn) onBegin(event, 'move', { key: item.key, from, to });
        }}
        onClick={(event) => onOpen(event.currentTarget)}
        style={covered > 0 ? { paddingInlineEnd: 6 + covered * dayWidth } : undefined}
        className={`pointer-events-auto flex size-full flex-col items-stretch justify-start overflow-hidden rounded-[6px] px-1.5 text-start shadow-[0_0_0_1px_var(--surface)] forced-edge ${height < 18 ? '' : 'py-0.5'} ${isOwn ? 'cursor-grab' : ''} ${blockClass(item, isPast, hasOverlap)}`}
      >
        <span className="sr-only">{itemLabel(item, hasOverlap, messages)}</span>
        <BlockWords item={item} height={height} />
      </button>
      {isOwn && height > 20 && (
        <span
          aria-hidden
          onPointerDown={(event) => onBegin(event, 'end', { key: item.key, from, to })}
          className="pointer-events-auto absolute inset-x-1 bottom-0 h-1.5 cursor-ns-resize touch:hidden"
        />
      )}
    </li>
  );
}
