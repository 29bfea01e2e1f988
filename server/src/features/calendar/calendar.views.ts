import { calendarKinds } from '#contract/calendar/kinds.ts';
import type {
  CalendarItem,
  CalendarSources,
  CalendarConflict,
  SubscribedCalendar,
} from '#contract/calendar/endpoints.ts';
import { dateText, day, instantText } from '../../kernel/time/local-time.ts';
import type { EndTurn } from '../../kernel/turns.ts';
import type { ChoicesRow } from './calendar.queries.ts';
import {
  colorOfKind,
  overlapsOf,
  type CalendarOccurrence,
  type Overlap,
} from './calendar.rules.ts';
import type { SubscriptionRow } from './subscriptions/subscriptions.queries.ts';

/** Returns the start and end of an item: instants, or days including the last one. */
const timesOf = ({ isAllDay, start, end, startsAt, endsAt }: CalendarOccurrence) =>
  isAllDay
    ? { dateStart: dateText(start), dateEnd: dateText(Math.max(start, end - day)) }
    : { dateStart: instantText(startsAt), dateEnd: instantText(endsAt) };

const itemView = (found: CalendarOccurrence, overlaps: readonly Overlap[]): CalendarItem => ({
  key: found.key,
  id: found.id,
  kind: found.kind,
  calendar: found.calendar,
  title: found.title,
  ...timesOf(found),
  isAllDay: found.isAllDay,
  timeZone: found.timeZone,
  location: found.location,
  url: found.url,
  color: found.color,
  isTentative: found.isTentative,
  isCanceled: found.isCanceled,
  occurrence: found.occurrence,
  overlaps: overlaps.map(({ with: other, minutes }) => ({
    key: other.key,
    kind: other.kind,
    calendar: other.calendar,
    title: other.title,
    minutes,
  })),
});

export const itemViews = async (
  items: readonly CalendarOccurrence[],
  endTurn: EndTurn,
): Promise<CalendarItem[]> => {
  const overlaps = await overlapsOf(items, endTurn);
  const views: CalendarItem[] = [];
  for (const one of items) {
    views.push(itemView(one, overlaps.get(one.key) ?? []));
    await endTurn();
  }
  return views;
};

export const conflictView = (found: CalendarOccurrence): CalendarConflict => ({
  key: found.key,
  id: found.id,
  kind: found.kind,
  title: found.title,
  ...timesOf(found),
  isTentative: found.isTentative,
});

export const subscriptionView = (row: SubscriptionRow): SubscribedCalendar => ({
  id: String(row.id),
  name: row.name,
  color: row.color,
  isShown: row.is_shown,
  countsAsBusy: row.counts_as_busy,
  host: row.host,
  events: row.events,
  readAt: row.read_at?.toISOString() ?? null,
  triedAt: row.attempted_at?.toISOString() ?? null,
  problem: row.problem,
  unreadCount: row.skipped_count,
  unread: row.skipped_entries.map(({ line, title, code, isLeftOut }) => ({
    line,
    title,
    code,
    isLeftOut,
  })),
});

export const sourcesView = (
  choices: ChoicesRow,
  calendars: readonly SubscriptionRow[],
): CalendarSources => ({
  kinds: calendarKinds.flatMap((kind) =>
    kind === 'subscribed'
      ? []
      : [
          {
            kind,
            isShown: !choices.hidden_kinds.includes(kind),
            color: colorOfKind[kind] ?? choices.own_color,
          },
        ],
  ),
  calendars: calendars.map(subscriptionView),
});
