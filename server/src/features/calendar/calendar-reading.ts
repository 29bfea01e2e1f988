import { personalLimits } from '#contract/calendar/personal-limits.ts';
import type { Context } from '../../kernel/context.ts';
import type { CalendarPart, CalendarRow, TitleScope } from '../../kernel/feature.ts';
import { day, readLocalTime } from '../../kernel/time/local-time.ts';
import { hasDates, isAllDay, occurrencesOf } from '../../kernel/time/series.ts';
import { TimeError } from '../../kernel/time/time-error.ts';
import type { Zone } from '../../kernel/time/zones.ts';
import { openTurns } from '../../kernel/turns.ts';
import { selectCalendar, type SubscribedRow } from './calendar.queries.ts';
import {
  colorOfKind,
  isAskedFor,
  isBusy,
  occurrenceUrl,
  unknownIn,
  withCanceled,
  type RequestedRange,
  type CalendarOccurrence,
} from './calendar.rules.ts';
import { expandSubscribed } from './subscriptions/subscribed-events.ts';

type Parts = () => readonly CalendarPart[];
const registered: { parts: Parts } = { parts: () => [] };

/** Registers the calendar parts of all features, including this one. `app.ts` calls it once, when every feature is declared. */
export const registerParts = (parts: Parts): void => {
  registered.parts = parts;
};

export const calendarParts = (): readonly CalendarPart[] => registered.parts();

/** Returns a person's rows with decrypted titles, without rows that can't be decrypted. */
export const openTitles = (
  scope: TitleScope,
  person: number,
  rows: readonly CalendarRow[],
): CalendarRow[] => {
  const parts = calendarParts().flatMap(({ encrypted }) => encrypted ?? []);
  return rows.flatMap((row) => {
    const part = parts.find(({ prefix }) => row.id.startsWith(prefix));
    if (part === undefined) return [row];
    const title = part.title(scope, person, row.title);
    return title === null ? [] : [{ ...row, title }];
  });
};

const tooMany = (): never => {
  throw new TimeError(
    'occurrences_too_many',
    `More than ${personalLimits.items} things take place in this time. Ask for a shorter one.`,
  );
};

/** Returns the occurrences of a row in the requested time. */
const foundIn = (row: CalendarRow, color: number, asked: RequestedRange): CalendarOccurrence[] => {
  const only = row.only === null ? null : new Set(row.only);
  const days = isAllDay(row.series);
  // All-day items use the calendar's dates, which can be a day away from the viewer's.
  const slack = days ? 2 * day : 0;
  const window = { from: asked.from - slack, to: asked.to + slack };
  return occurrencesOf(withCanceled(row), window, personalLimits.items + 1).flatMap((one) => {
    const own = row.more?.dates?.[one.original];
    if (only !== null && !only.has(one.original)) return [];
    const found: CalendarOccurrence = {
      key: `${row.kind}-${row.id}-${one.original}`,
      id: row.id,
      kind: row.kind,
      calendar: row.kind,
      title: own?.title ?? row.title,
      location: own?.location ?? row.location,
      url: occurrenceUrl(row, one.original),
      color,
      isTentative: row.is_tentative,
      isCanceled: row.is_canceled || own?.is_canceled === true,
      isTransparent: row.more?.is_free === true,
      occurrence: hasDates(row.series) ? one.original : null,
      timeZone: row.series.zone,
      isAllDay: days,
      start: readLocalTime(one.start),
      end: readLocalTime(one.end),
      startsAt: one.startsAt,
      endsAt: one.endsAt,
    };
    return isAskedFor(found, asked) ? [found] : [];
  });
};

/**
 * Milliseconds for expanding all subscribed calendars of a person. The remaining ones are reported as failed. On a busy
 * machine, 2,000 daily events took more than 1.5 seconds. Other requests are answered in between.
 */
export const subscribedMilliseconds = 6_000;

export interface ReadCalendar {
  readonly items: readonly CalendarOccurrence[];
  /** Subscribed calendars that never synced or are too slow to expand in full. */
  readonly failed: readonly SubscribedRow[];
}

/** The context for reading a calendar. */
export type CalendarScope = Pick<Context, 'db' | 'load'> & TitleScope;

/** Returns the items of a person's calendar in a time range, in order, with one statement. */
export const readCalendarOf = async (
  scope: CalendarScope,
  me: number,
  asked: RequestedRange,
): Promise<ReadCalendar> => {
  const { db } = scope;
  const span = { from: new Date(asked.from - 2 * day), to: new Date(asked.to + 2 * day) };
  const most = personalLimits.items + 1;
  const {
    rows,
    subscribed,
    colors,
    own_color: ownColor,
  } = await selectCalendar(db, calendarParts(), me, span, most);
  const colorOf = ({ kind, id }: CalendarRow) => colorOfKind[kind] ?? colors[id] ?? ownColor;
  const items: CalendarOccurrence[] = [];
  const failed = new Set<SubscribedRow>();
  const add = (found: readonly CalendarOccurrence[]) => {
    for (const one of found) items.push(one);
    if (items.length > personalLimits.items) tooMany();
  };
  if (rows.length > personalLimits.items) tooMany();
  const endTurn = openTurns(scope.load);
  for (const row of openTitles(scope, me, rows)) {
    add(foundIn(row, colorOf(row), asked));
    await endTurn();
  }
  const time = { left: subscribedMilliseconds };
  for (const calendar of subscribed) {
    if (!calendar.is_read) failed.add(calendar);
    try {
      const skip = () => failed.add(calendar);
      const found = await expandSubscribed(calendar, asked, { time, endTurn, skip });
      add(found.filter((one) => isAskedFor(one, asked)));
    } catch (error) {
      if (!(error instanceof TimeError) || items.length > personalLimits.items) throw error;
      failed.add(calendar);
    }
  }
  items.sort((a, b) => a.startsAt - b.startsAt || a.endsAt - b.endsAt || (a.key < b.key ? -1 : 1));
  return { items, failed: [...failed] };
};

/** An item that a feature is about to change, which doesn't conflict with itself. */
export interface ExcludedItem {
  readonly kind: CalendarRow['kind'];
  readonly id: string;
}

/**
 * Returns the caller's items that conflict with a time, such as that of an event to register for. Hidden items count, because
 * hiding an item doesn't cancel it. A subscribed calendar that can't be read conflicts with everything. `zone` applies to all-day
 * items and to times without a zone.
 */
export const conflictsWith = async (
  call: CalendarScope & { readonly me: { readonly userId: number } },
  time: { readonly start: Date; readonly end: Date; readonly zone: Zone },
  except?: ExcludedItem,
): Promise<readonly CalendarOccurrence[]> => {
  const asked = { from: time.start.getTime(), to: time.end.getTime(), zone: time.zone };
  const { items, failed } = await readCalendarOf(call, call.me.userId, asked);
  const unknown = failed.filter((calendar) => calendar.counts_as_busy);
  return [...unknown.map((calendar) => unknownIn(calendar, asked)), ...items].filter(
    (one) =>
      isBusy(one) &&
      one.endsAt > asked.from &&
      !(one.kind === except?.kind && one.id === except.id),
  );
};
