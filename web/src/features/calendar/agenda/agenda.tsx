import type { CalendarDate } from '@internationalized/date';
import { CalendarX2, Flag } from 'lucide-react';
import { Fragment } from 'react';
import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import {
  dayText,
  daysFrom,
  daysOfItem,
  isAbove,
  isElsewhere,
  timeText,
  todayHere,
  weekStart,
  zoneText,
} from '../calendar-times.ts';
import { agendaDays } from './agenda-days.ts';
import { itemLabel, titleOf } from '../grid/item-block.tsx';
import { overlapWords } from '../item-details.tsx';
import { blockClass } from '../kind-styles.ts';
import { dotClass } from '../dot-class.ts';
import { lengthText } from '../length-text.ts';

/** Gaps from this number of minutes on are shown. */
const gapMinMinutes = 30;

interface AgendaProps {
  date: CalendarDate;
  items: readonly CalendarItem[];
  overlaps: (item: CalendarItem) => CalendarItem['overlaps'];
  now: Date;
  isLoading: boolean;
  onOpen: (item: CalendarItem, element: HTMLElement) => void;
  onDate: (day: CalendarDate) => void;
}

/** A week as a strip of days, and the items from a day on with the free time between them. */
export function Agenda({ date, items, overlaps, now, isLoading, onOpen, onDate }: AgendaProps) {
  const messages = useMessages();
  const { t } = messages;
  const today = todayHere();
  const byDay = new Map<string, CalendarItem[]>();
  for (const item of items)
    for (const day of daysOfItem(item)) byDay.set(day, [...(byDay.get(day) ?? []), item]);
  const listed = daysFrom(date, agendaDays).filter(
    (day) => byDay.has(day.toString()) || day.compare(date) === 0,
  );
  const isEmpty = listed.every((day) => !byDay.has(day.toString()));
  return (
    <div className="grid gap-6">
      <WeekStrip date={date} byDay={byDay} onDate={onDate} />
      {isEmpty && !isLoading ? (
        <EmptyState icon={CalendarX2} title={t('calendar.nothing')}>
          {t('calendar.nothingBody')}
        </EmptyState>
      ) : (
        listed.map((day) => {
          const here = byDay.get(day.toString()) ?? [];
          const isToday = day.compare(today) === 0;
          return (
            <section key={day.toString()} aria-label={dayText(day, 'whole', messages)}>
              <h2 className="mb-2 flex flex-wrap items-baseline gap-x-2 text-lg">
                {isToday ? t('calendar.today') : dayText(day, 'long weekday', messages)}
                <span className="text-base font-normal text-ink-2">
                  {isToday
                    ? dayText(day, 'long weekday', messages)
                    : dayText(day, 'date', messages)}
                </span>
              </h2>
              {here.length === 0 ? (
                !isLoading && <p className="text-sm text-ink-2">{t('calendar.nothingThatDay')}</p>
              ) : (
                <DayList items={here} now={now} overlaps={overlaps} onOpen={onOpen} />
              )}
            </section>
          );
        })
      )}
    </div>
  );
}

interface WeekStripProps {
  date: CalendarDate;
  byDay: ReadonlyMap<string, readonly CalendarItem[]>;
  onDate: (day: CalendarDate) => void;
}

function WeekStrip({ date, byDay, onDate }: WeekStripProps) {
  const messages = useMessages();
  const today = todayHere();
  return (
    <div
      role="group"
      aria-label={messages.t('calendar.week')}
      className="grid grid-cols-7 border-b border-line pb-2"
    >
      {daysFrom(weekStart(date), 7).map((day) => {
        const here = byDay.get(day.toString()) ?? [];
        const isToday = day.compare(today) === 0;
        const isChosen = day.compare(date) === 0;
        return (
          <button
            key={day.toString()}
            type="button"
            aria-pressed={isChosen}
            {...(isToday && { 'aria-current': 'date' as const })}
            onClick={() => onDate(day)}
            className="grid justify-items-center gap-0.5 rounded-control py-1 hover:bg-fill"
          >
            <span className="sr-only">
              {messages.t('calendar.dayWith', {
                day: dayText(day, 'whole', messages),
                count: here.length,
              })}
            </span>
            <span
              aria-hidden
              className={`text-sm ${isToday ? 'font-bold text-brand-text' : 'text-ink-2'}`}
            >
              {dayText(day, 'weekday', messages)}
            </span>
            <span
              aria-hidden
              className={`grid size-9 place-items-center rounded-full text-lg font-bold tabular-nums ${isChosen ? 'bg-brand text-on-brand' : day.compare(today) < 0 ? 'text-ink-2' : ''}`}
            >
              {dayText(day, 'number', messages)}
            </span>
            <span aria-hidden className="flex h-1.5 gap-0.5">
              {here.slice(0, 3).map(({ key, color }) => (
                <span key={key} className={`size-1.5 rounded-full ${dotClass(color)}`} />
              ))}
            </span>
          </button>
        );
      })}
    </div>
  );
}

interface DayListProps {
  items: readonly CalendarItem[];
  now: Date;
  overlaps: AgendaProps['overlaps'];
  onOpen: AgendaProps['onOpen'];
}

/** Returns the items of a day with the free minutes before each. */
function rowsOf(items: readonly CalendarItem[]): { item: CalendarItem; gap: number }[] {
  const rows: { item: CalendarItem; gap: number }[] = [];
  let busyUntil: number | null = null;
  for (const item of items.toSorted((a, b) => Number(isAbove(b)) - Number(isAbove(a)))) {
    if (isAbove(item)) {
      rows.push({ item, gap: 0 });
      continue;
    }
    const gap: number =
      busyUntil === null ? 0 : Math.round((Date.parse(item.dateStart) - busyUntil) / 60_000);
    busyUntil = Math.max(busyUntil ?? 0, Date.parse(item.dateEnd));
    rows.push({ item, gap });
  }
  return rows;
}

function DayList({ items, now, overlaps, onOpen }: DayListProps) {
  const messages = useMessages();
  return (
    <ul className="grid gap-2">
      {rowsOf(items).map(({ item, gap }) => (
        <Fragment key={item.key}>
          {gap >= gapMinMinutes && (
            <li className="flex items-center gap-4 ps-20 text-sm text-ink-2">
              <span aria-hidden className="h-px flex-1 bg-line" />
              {messages.t('calendar.free', { length: lengthText(gap, messages) })}
              <span aria-hidden className="h-px flex-1 bg-line" />
            </li>
          )}
          <AgendaRow item={item} now={now} overlaps={overlaps(item)} onOpen={onOpen} />
        </Fragment>
      ))}
    </ul>
  );
}

interface AgendaRowProps {
  item: CalendarItem;
  now: Date;
  overlaps: ReturnType<AgendaProps['overlaps']>;
  onOpen: AgendaProps['onOpen'];
}

function AgendaRow({ item, now, overlaps, onOpen }: AgendaRowProps) {
  const messages = useMessages();
  const { t } = messages;
  const [start, end, at] = [Date.parse(item.dateStart), Date.parse(item.dateEnd), now.getTime()];
  const isRunning = !isAbove(item) && start <= at && end > at;
  const isPast = !item.isAllDay && end <= at;
  const where = [
    item.location,
    item.isCanceled ? t('calendar.canceled') : item.isTentative && t('calendar.tentative'),
    isElsewhere(item) &&
      `${timeText(item.dateStart, messages, item.timeZone)} ${zoneText(item.timeZone, start, messages)}`,
    isRunning &&
      t('calendar.left', { length: lengthText(Math.ceil((end - at) / 60_000), messages) }),
  ].filter(Boolean);
  return (
    <li className="flex gap-2">
      <span aria-hidden className="grid w-18 shrink-0 content-start py-2 text-sm tabular-nums">
        {isAbove(item) ? null : (
          <>
            <span className={isRunning ? 'font-bold text-brand-text' : ''}>
              {timeText(item.dateStart, messages)}
            </span>
            <span className="text-ink-2">{timeText(item.dateEnd, messages)}</span>
          </>
        )}
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={(event) => onOpen(item, event.currentTarget)}
        className={`min-h-11 min-w-0 flex-1 rounded-control px-3 py-2 text-start forced-edge ${blockClass(item, isPast, overlaps.length > 0)}`}
      >
        <span className="sr-only">{itemLabel(item, overlaps.length > 0, messages)}</span>
        <span aria-hidden className="flex items-center gap-2 font-bold wrap-anywhere">
          {item.kind === 'deadline' && <Flag size={18} aria-hidden className="shrink-0" />}
          <span className="min-w-0">
            {titleOf(item, messages)}
            {item.kind === 'deadline' &&
              !item.isAllDay &&
              `, ${timeText(item.dateStart, messages)}`}
          </span>
        </span>
        {where.length > 0 && (
          <span aria-hidden className="block text-sm">
            {where.join(' • ')}
          </span>
        )}
        {isRunning && (
          <span aria-hidden className="mt-1.5 block h-1.5 rounded-full bg-surface/70">
            <span
              className={`block h-full rounded-full ${dotClass(item.color)}`}
              style={{ width: `${((at - start) / (end - start)) * 100}%` }}
            />
          </span>
        )}
        {overlaps.length > 0 && (
          <span className="mt-1.5 block rounded-control bg-warn-soft px-2 py-1 text-sm font-medium text-warn no-underline">
            {overlapWords(overlaps, messages)}
          </span>
        )}
      </button>
    </li>
  );
}
