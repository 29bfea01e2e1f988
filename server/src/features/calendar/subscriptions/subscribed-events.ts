import { calendarLimits } from '#contract/calendar/limits.ts';
import { personalLimits } from '#contract/calendar/personal-limits.ts';
import {
  eventsOf,
  referencedStart,
  spanOf,
  icsProblemOf,
  type IcsEvent,
} from '../../../kernel/time/ics-events.ts';
import { expandEvents, type ExpandOptions } from '../../../kernel/time/ics-occurrences.ts';
import {
  componentsNamed,
  parameterOf,
  readIcs,
  propertyText,
  visiblePropertyText,
  type IcsComponent,
  type IcsProperty,
  type IcsProblem,
} from '../../../kernel/time/ics-source.ts';
import { untilOf } from '../../../kernel/time/ics-values.ts';
import { zonesOf } from '../../../kernel/time/ics-zones.ts';
import { dateText, day, localText, type LocalTime } from '../../../kernel/time/local-time.ts';
import { TimeError } from '../../../kernel/time/time-error.ts';
import type { EndTurn } from '../../../kernel/turns.ts';
import { utc } from '../../../kernel/time/zones.ts';
import type { SubscribedRow } from '../calendar.queries.ts';
import type { RequestedRange, CalendarOccurrence } from '../calendar.rules.ts';
import { isFreeComponent, isTentativeComponent } from '../free-time.ts';

/** The stored events of one UID. */
export interface StoredEvents {
  readonly first_at: Date;
  readonly last_at: Date;
  readonly components: readonly IcsComponent[];
}

/** A stored calendar file. */
export interface StoredCalendar {
  readonly name: string | null;
  /** Time zones that the file defines. They take precedence over IANA zones of the same name. */
  readonly zones: readonly IcsComponent[];
  readonly events: readonly StoredEvents[];
  /** Number of unreadable entries and values. `unread` has the first of them. */
  readonly unreadCount: number;
  readonly unread: readonly IcsProblem[];
  /** True if the file ends inside an entry. */
  readonly isCutOff: boolean;
}

/** Properties for display and expansion. We don't store other people's notes, invitations and alarms. */
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
  'x-microsoft-cdo-busystatus',
  'summary',
  'location',
]);

const textLength = 300;

/** Returns a property without its line number. */
const bareProperty = ({ name, parameters, type, values }: IcsProperty): IcsProperty => ({
  name,
  parameters,
  type,
  values,
});

/** Removes the properties that aren't stored. */
const trimmed = ({ name, properties }: IcsComponent): IcsComponent => ({
  name,
  properties: properties.flatMap((given) => {
    if (!keptProperties.has(given.name)) return [];
    const property = bareProperty(given);
    if (property.name !== 'summary' && property.name !== 'location') return [property];
    // The cut may leave half of a character, which the database rejects.
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

/** Returns the time range of events, with a few extra days for zones. */
const extentOf = (events: readonly IcsEvent[]): Pick<StoredEvents, 'first_at' | 'last_at'> => {
  const starts: LocalTime[] = [];
  const ends: LocalTime[] = [];
  for (const { start, length, rules, extras, recurrence } of events) {
    if (recurrence?.isFollowing === true)
      return { first_at: new Date(always.first), last_at: new Date(always.last) };
    starts.push(start.local);
    ends.push(start.local + length);
    for (const { time, length: own = length } of extras) {
      const local = referencedStart(time, start);
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

/** Returns the zone names in a component's times. */
const zoneNamesIn = (component: IcsComponent): string[] =>
  component.properties.flatMap((property) => parameterOf(property, 'tzid') ?? []);

/** Returns a zone without line numbers. */
const bareZone = ({ name, properties, components }: IcsComponent): IcsComponent => ({
  name,
  properties: properties.map(bareProperty),
  components: components.map(bareZone),
});

/** Milliseconds to expand a calendar's rules for a month. This happens in a low-priority thread. */
const mostMilliseconds = 2_000;
/** Milliseconds to find the events whose rules are too slow. */
const checkMilliseconds = 4_000;

/** Collects the unreadable parts of a file. */
const unreadList = () => {
  const list: IcsProblem[] = [];
  let count = 0;
  const add = (unread: IcsProblem) => {
    count += 1;
    if (list.length < personalLimits.unreadListed)
      list.push({ ...unread, title: unread.title?.slice(0, titleLength).toWellFormed() ?? null });
  };
  return { add, list, count: () => count };
};
const titleLength = 100;

/** Returns the events whose rules can be expanded within the limits, and reports the others. */
const workable = (
  events: readonly IcsEvent[],
  now: Date,
  report: (unread: IcsProblem) => void,
): readonly IcsEvent[] => {
  const from = now.getTime() - 31 * day;
  const window = { from, to: from + personalLimits.days * day };
  const skipped = new Set<IcsEvent>();
  const skip: ExpandOptions['skip'] = (group, error) => {
    for (const event of group) {
      skipped.add(event);
      report(icsProblemOf(event.component, error, true));
    }
  };
  const most = personalLimits.items;
  const began = performance.now();
  expandEvents(events, window, { timeoutMs: checkMilliseconds, most, skip });
  const kept = events.filter((event) => !skipped.has(event));
  if (skipped.size > 0) expandEvents(kept, window, { timeoutMs: mostMilliseconds });
  else if (performance.now() - began > mostMilliseconds)
    throw new TimeError('ics_too_slow', 'The rules of the calendar take too long to expand.');
  return kept;
};

/**
 * Parses a calendar file into the form that is stored. Entries that can't be read or expanded are omitted and listed. Throws if
 * the file isn't a calendar, is too large, or has no readable entry. `charset` comes from the response.
 */
export const storedCalendar = (bytes: Uint8Array, now: Date, charset?: string): StoredCalendar => {
  const unread = unreadList();
  const { roots, isCutOff } = readIcs(bytes, unread.add, charset);
  const zoneOf = zonesOf(roots, unread.add);
  const kept = workable(eventsOf(roots, zoneOf, unread.add), now, unread.add);
  const [failed] = unread.list.filter((one) => one.isLeftOut);
  if (kept.length === 0 && failed !== undefined)
    throw new TimeError(failed.code, 'No entry of the calendar can be read.');
  const groups = [...Map.groupBy(kept, ({ uid }, index) => uid ?? index).values()];
  if (groups.length > personalLimits.subscribedEvents)
    throw new TimeError(
      'ics_components',
      `The calendar has more than ${personalLimits.subscribedEvents} events.`,
    );
  const events = groups.map((group) => ({
    ...extentOf(group),
    components: group.map(({ component }) => trimmed(component)),
  }));
  const named = new Set(
    kept.flatMap(({ component }) => zoneNamesIn(component).map((name) => name.trim())),
  );
  const zones = componentsNamed(roots, 'vtimezone')
    .filter((one) => named.has(propertyText(one, 'tzid')?.trim() ?? ''))
    .map(bareZone);
  const name = roots
    .map((root) => visiblePropertyText(root, 'x-wr-calname') ?? visiblePropertyText(root, 'name'))
    .find(Boolean);
  return {
    name: name?.slice(0, personalLimits.name).toWellFormed() || null,
    zones,
    events,
    unreadCount: unread.count(),
    unread: unread.list,
    isCutOff,
  };
};

/** A calendar file ready for the database. Large parts are already JSON, so that the main thread doesn't have to serialize them. */
export interface PreparedCalendar {
  readonly name: string | null;
  /** Number of events in the file. */
  readonly events: number;
  /** Time zones as JSON. */
  readonly zones: string;
  /** Events with their positions as JSON. */
  readonly rows: string;
  readonly unreadCount: number;
  /** First unreadable entries as JSON. */
  readonly unread: string;
  readonly isCutOff: boolean;
}

/** Parses a calendar file for `updateRead`. Takes up to several seconds, so call it in a thread. `charset` comes from the response. */
export const preparedCalendar = (
  bytes: Uint8Array,
  now: Date,
  charset?: string,
): PreparedCalendar => {
  const { events, zones, unread, ...more } = storedCalendar(bytes, now, charset);
  return {
    ...more,
    unread: JSON.stringify(unread),
    events: events.length,
    zones: JSON.stringify(zones),
    rows: JSON.stringify(events.map((one, position) => ({ position, ...one }))),
  };
};

/** Time limit for expanding calendars. All calendars of a person share one. */
export interface ExpandingTime {
  /** Milliseconds that are left; `expandSubscribed` subtracts what it takes. */
  left: number;
}

/**
 * Returns the items of a subscribed calendar. If the rules of an event can't be expanded, the function calls `skip`, or throws
 * without it. If the time runs out, it throws `ics_too_slow`.
 */
export const expandSubscribed = async (
  calendar: SubscribedRow,
  asked: RequestedRange,
  {
    time,
    endTurn,
    skip,
  }: { readonly time: ExpandingTime; readonly endTurn: EndTurn; readonly skip?: () => void },
): Promise<readonly CalendarOccurrence[]> => {
  const window = { from: asked.from - 2 * day, to: asked.to + 2 * day };
  const known = new Set<string>();
  const zoneOf = zonesOf(calendar.zones);
  const all: CalendarOccurrence[] = [];
  const expand = (group: readonly IcsComponent[]): void => {
    const expanding = { timeoutMs: time.left, ...(skip && { skip }) };
    for (const occurrence of expandEvents(eventsOf(group, zoneOf), window, expanding)) {
      const { event, start, length } = occurrence;
      const end = start.local + Math.max(length, start.isDate ? day : 0);
      const when = start.isDate ? dateText(start.local) : localText(start.local);
      const uid = event.uid ?? `${propertyText(event.component, 'summary') ?? ''} ${when}`;
      const key = `subscribed-${calendar.id}-${uid.slice(0, 200)}-${when}`;
      // A file can contain duplicates.
      if (known.has(key)) continue;
      known.add(key);
      const size = end - start.local;
      const found: CalendarOccurrence = {
        key,
        id: calendar.id,
        kind: 'subscribed',
        calendar: calendar.id,
        title: visiblePropertyText(event.component, 'summary') ?? '',
        location: visiblePropertyText(event.component, 'location') ?? null,
        url: null,
        color: calendar.color,
        isTentative: isTentativeComponent(event.component),
        isCanceled: event.isCanceled,
        isTransparent: !calendar.counts_as_busy || isFreeComponent(event.component),
        occurrence: null,
        timeZone: start.zone?.name ?? (start.isDate ? utc.name : asked.zone.name),
        isAllDay: start.isDate,
        start: start.local,
        end,
        // A time without a zone is local to the viewer.
        ...spanOf({ ...occurrence, length: size }, asked.zone),
      };
      all.push(found);
    }
    if (all.length > calendarLimits.occurrences)
      throw new TimeError(
        'occurrences_too_many',
        `The calendar has more than ${calendarLimits.occurrences} occurrences in this time.`,
      );
  };
  for (const group of calendar.events ?? []) {
    await endTurn();
    if (time.left <= 0)
      throw new TimeError('ics_too_slow', 'The rules of the calendar take too long to expand.');
    const began = performance.now();
    try {
      expand(group);
    } finally {
      time.left -= performance.now() - began;
    }
  }
  return all;
};
