import { calendarLimits } from '#contract/calendar/limits.ts';
import { personalLimits } from '#contract/calendar/personal-limits.ts';
import { eventsOf, localFor, type IcsEvent } from '../../../kernel/time/ics-events.ts';
import { expandEvents, type IcsOccurrence } from '../../../kernel/time/ics-occurrences.ts';
import {
  componentsNamed,
  parameterOf,
  readIcs,
  textIn,
  type IcsComponent,
} from '../../../kernel/time/ics-source.ts';
import { untilOf, type IcsTime } from '../../../kernel/time/ics-values.ts';
import { zonesOf } from '../../../kernel/time/ics-zones.ts';
import { dateText, day, localText, type LocalTime } from '../../../kernel/time/local-time.ts';
import { TimeError } from '../../../kernel/time/time-error.ts';
import { instantIn, utc, zoneOfCalendar } from '../../../kernel/time/zones.ts';
import type { SubscribedRow } from '../calendar.queries.ts';
import type { Asked, Found } from '../calendar.rules.ts';

/** The events of one UID, as they are stored. */
export interface StoredEvents {
  readonly first_at: Date;
  readonly last_at: Date;
  readonly components: readonly IcsComponent[];
}

/** A calendar file as it is stored. */
export interface StoredCalendar {
  readonly name: string | null;
  /** The zones that it defines and nobody else knows. */
  readonly zones: readonly IcsComponent[];
  readonly events: readonly StoredEvents[];
}

/** What calendars show or reckon with; notes, invitations and alarms of others are not kept. */
const keptProperties = new Set([
  'uid',
  'dtstart',
  'dtend',
  'duration',
  'rrule',
  'rdate',
  'exdate',
  'recurrence-id',
  'sequence',
  'status',
  'transp',
  'summary',
  'location',
]);

const textLength = 300;

/** A component without what is not kept. */
const trimmed = ({ name, properties }: IcsComponent): IcsComponent => ({
  name,
  properties: properties.flatMap((property) => {
    if (!keptProperties.has(property.name)) return [];
    if (property.name !== 'summary' && property.name !== 'location') return [property];
    // The database takes no half of a character, which the cut may leave.
    const text = String(property.values[0] ?? '')
      .slice(0, textLength)
      .toWellFormed();
    return [{ ...property, parameters: {}, values: [text] }];
  }),
  components: [],
});

const always = {
  first: Date.UTC(calendarLimits.firstYear, 0),
  last: Date.UTC(calendarLimits.lastYear, 11, 31),
};

const inBounds = (time: number): Date =>
  new Date(Math.min(Math.max(time, always.first), always.last));

/** Between which times events take place: with a few days to spare, for zones. */
const extentOf = (events: readonly IcsEvent[]): Pick<StoredEvents, 'first_at' | 'last_at'> => {
  const starts: LocalTime[] = [];
  const ends: LocalTime[] = [];
  for (const { start, length, rules, extras, recurrence } of events) {
    if (recurrence?.isFollowing === true)
      return { first_at: new Date(always.first), last_at: new Date(always.last) };
    starts.push(start.local);
    ends.push(start.local + length);
    for (const { time, length: own = length } of extras) {
      const local = localFor(time, start);
      starts.push(local);
      ends.push(local + own);
    }
    for (const rule of rules) ends.push((untilOf(rule, start.zone) ?? always.last) + length);
  }
  const spare = 3 * day;
  const least = starts.reduce((a, b) => Math.min(a, b), Infinity);
  const most = ends.reduce((a, b) => Math.max(a, b), -Infinity);
  return { first_at: inBounds(least - spare), last_at: inBounds(most + spare) };
};

/** Names of zones that times of a component have. */
const zoneNamesIn = (component: IcsComponent): string[] =>
  component.properties.flatMap((property) => parameterOf(property, 'tzid') ?? []);

/** How long the rules of a calendar may take for a month of it; they are worked out in a thread that gives way to others. */
const mostMilliseconds = 2_000;

/** A calendar file in the form in which it is stored; refuses what cannot be read or worked out. */
export const storedCalendar = (bytes: Uint8Array, now: Date): StoredCalendar => {
  // No line of a calendar has it, and the database takes none.
  const roots = readIcs(new TextDecoder().decode(bytes).replaceAll('\u0000', ''));
  const components = componentsNamed(roots, 'vevent').map(trimmed);
  const zoneOf = zonesOf(roots);
  const groups = [...Map.groupBy(components, (one, index) => textIn(one, 'uid') ?? index).values()];
  if (groups.length > personalLimits.subscribedEvents)
    throw new TimeError(
      'ics_components',
      `The calendar has more than ${personalLimits.subscribedEvents} events.`,
    );
  const events = groups.flatMap((group) => {
    const read = eventsOf(group, zoneOf);
    return read.length === 0 ? [] : [{ ...extentOf(read), components: group }];
  });
  const named = new Set(components.flatMap(zoneNamesIn));
  const zones = componentsNamed(roots, 'vtimezone').filter((one) => {
    const name = textIn(one, 'tzid') ?? '';
    return named.has(name) && zoneOfCalendar(name) === undefined;
  });
  const from = now.getTime() - 31 * day;
  const window = { from, to: from + personalLimits.days * day };
  expandEvents(eventsOf(components, zoneOf), window, mostMilliseconds);
  const name = roots
    .map((root) => textIn(root, 'x-wr-calname') ?? textIn(root, 'name'))
    .find(Boolean);
  return { name: name?.trim().slice(0, personalLimits.name).toWellFormed() ?? null, zones, events };
};

/** A calendar file as it is written to the database: what is large is JSON already, so that nobody waits for that. */
export interface PreparedCalendar {
  readonly name: string | null;
  /** Events in the file. */
  readonly events: number;
  /** The zones, as JSON. */
  readonly zones: string;
  /** The events with their positions, as JSON. */
  readonly rows: string;
}

/** Reads a calendar file for `updateRead`. Takes up to seconds: for threads. */
export const preparedCalendar = (bytes: Uint8Array, now: Date): PreparedCalendar => {
  const { events, zones, ...more } = storedCalendar(bytes, now);
  return {
    ...more,
    events: events.length,
    zones: JSON.stringify(zones),
    rows: JSON.stringify(events.map((one, position) => ({ position, ...one }))),
  };
};

/** The occurrences of stored events between two times. */
export const expandStored = (
  zones: readonly IcsComponent[],
  events: readonly (readonly IcsComponent[])[],
  window: { readonly from: LocalTime; readonly to: LocalTime },
  patience?: number,
): IcsOccurrence[] => expandEvents(eventsOf(events.flat(), zonesOf(zones)), window, patience);

/** Where a time is: one without a zone is by the clock of whoever looks. */
const instantAt = ({ zone }: IcsTime, local: LocalTime, asked: Asked): number =>
  instantIn(zone ?? asked.zone, local);

/** What stands in somebody's calendar of one from elsewhere; `patience` in milliseconds. */
export const expandSubscribed = (
  calendar: SubscribedRow,
  asked: Asked,
  patience: number,
): Found[] => {
  const window = { from: asked.from - 2 * day, to: asked.to + 2 * day };
  const known = new Set<string>();
  return expandStored(calendar.zones, calendar.events ?? [], window, patience).flatMap(
    ({ event, start, length }) => {
      const end = start.local + Math.max(length, start.isDate ? day : 0);
      const when = start.isDate ? dateText(start.local) : localText(start.local);
      const uid = event.uid ?? `${textIn(event.component, 'summary') ?? ''} ${when}`;
      const key = `subscribed-${calendar.id}-${uid.slice(0, 200)}-${when}`;
      // A file may say the same twice.
      if (known.has(key)) return [];
      known.add(key);
      const startsAt = instantAt(start, start.local, asked);
      const found: Found = {
        key,
        id: calendar.id,
        kind: 'subscribed',
        calendar: calendar.id,
        title: textIn(event.component, 'summary') ?? '',
        location: textIn(event.component, 'location')?.trim() || null,
        url: null,
        color: calendar.color,
        isTentative: textIn(event.component, 'status')?.toUpperCase() === 'TENTATIVE',
        isCanceled: event.isCanceled,
        isTransparent: textIn(event.component, 'transp')?.toUpperCase() === 'TRANSPARENT',
        occurrence: null,
        timeZone: start.zone?.name ?? (start.isDate ? utc.name : asked.zone.name),
        isAllDay: start.isDate,
        start: start.local,
        end,
        startsAt,
        // Where the clock leaves an hour out, an end can come to stand before its start.
        endsAt: Math.max(startsAt, instantAt(start, end, asked)),
      };
      return [found];
    },
  );
};
