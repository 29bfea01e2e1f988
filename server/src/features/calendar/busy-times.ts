import type { CalendarKind } from '#contract/calendar/kinds.ts';
import type { Context } from '../../kernel/context.ts';
import type { CalendarPart, CalendarRow } from '../../kernel/feature.ts';
import { occurrencesOf } from '../../kernel/time/series.ts';
import type { Instant } from '../../kernel/time/local-time.ts';
import { TimeError } from '../../kernel/time/time-error.ts';
import type { Zone } from '../../kernel/time/zones.ts';
import { openTurns, type EndTurn } from '../../kernel/turns.ts';
import { selectRowsOfAll, selectSubscribedOfAll, type SubscribedRow } from './calendar.queries.ts';
import {
  idleKinds,
  isBusy,
  unknownIn,
  type RequestedRange,
  type CalendarOccurrence,
} from './calendar.rules.ts';
import { subscribedMilliseconds } from './calendar-reading.ts';
import { expandSubscribed, type ExpandingTime } from './subscriptions/subscribed-events.ts';

/** A time at which a person is busy, with the item that takes the time. */
export interface BusyTime {
  readonly from: Instant;
  readonly to: Instant;
  readonly kind: CalendarKind;
  readonly id: string;
  readonly title: string;
}

/** Returns the busy times of one part of the calendar, without canceled items, due dates, and free time. */
const busyOf = (row: CalendarRow, { from, to }: RequestedRange): BusyTime[] => {
  if (row.is_canceled || idleKinds.includes(row.kind) || row.more?.is_free === true) return [];
  const only = row.only === null ? null : new Set(row.only);
  const { kind, id, title } = row;
  return occurrencesOf(row.series, { from, to }).flatMap(({ original, startsAt, endsAt }) =>
    (only === null || only.has(original)) && endsAt > startsAt
      ? [{ from: startsAt, to: endsAt, kind, id, title }]
      : [],
  );
};

/**
 * Returns the busy times of a subscribed calendar. A calendar that never synced or is too slow to expand counts as busy all the
 * time, so that others aren't offered time that may be taken, unless its owner decided that it doesn't count.
 */
const busyOfSubscribed = async (
  calendar: SubscribedRow,
  asked: RequestedRange,
  expanding: { readonly time: ExpandingTime; readonly endTurn: EndTurn },
): Promise<BusyTime[]> => {
  const taken = (one: CalendarOccurrence): BusyTime[] =>
    isBusy(one) && one.startsAt < asked.to && one.endsAt > asked.from
      ? [{ from: one.startsAt, to: one.endsAt, kind: one.kind, id: one.id, title: one.title }]
      : [];
  if (!calendar.counts_as_busy) return [];
  const unknown = taken(unknownIn(calendar, asked));
  if (!calendar.is_read) return unknown;
  try {
    return (await expandSubscribed(calendar, asked, expanding)).flatMap(taken);
  } catch (error) {
    if (!(error instanceof TimeError)) throw error;
    return unknown;
  }
};

/**
 * Returns the busy times of people in order, from the calendar parts of all features and from subscribed calendars, with two
 * statements for all people. Titles are private: callers show them to the person alone, and to others only whether the person is
 * free. `zone` applies to times without a zone.
 */
export const readBusy = async (
  { db, load }: Pick<Context, 'db' | 'load'>,
  parts: readonly CalendarPart[],
  people: readonly number[],
  window: { readonly from: Date; readonly to: Date; readonly zone: Zone },
): Promise<ReadonlyMap<number, readonly BusyTime[]>> => {
  const found = new Map<number, BusyTime[]>(people.map((person) => [person, []]));
  if (found.size === 0) return found;
  const asked = { from: window.from.getTime(), to: window.to.getTime(), zone: window.zone };
  const [rows, subscribed] = await Promise.all([
    selectRowsOfAll(db, parts, [...found.keys()], window),
    selectSubscribedOfAll(db, [...found.keys()], window),
  ]);
  const endTurn = openTurns(load);
  for (const { person, ...row } of rows) {
    found.get(person)?.push(...busyOf(row, asked));
    await endTurn();
  }
  // One limit per person, so that one person's slow calendar doesn't make others look busy.
  const times = new Map(people.map((person) => [person, { left: subscribedMilliseconds }]));
  for (const { person, ...calendar } of subscribed) {
    const time = times.get(person) ?? { left: subscribedMilliseconds };
    const busy = await busyOfSubscribed(calendar, asked, { time, endTurn });
    for (const one of busy) found.get(person)?.push(one);
  }
  for (const busy of found.values()) busy.sort((a, b) => a.from - b.from);
  return found;
};
