import { componentsNamed, parameterOf, propertiesOf, propertyOf, textIn } from './ics-source.ts';
import type { IcsComponent } from './ics-source.ts';
import { readDuration, readIcsTime, ruleOf, timeIn, zoneIn } from './ics-values.ts';
import type { IcsTime, ZoneOf } from './ics-values.ts';
import { day } from './local-time.ts';
import type { Rule } from './rule.ts';
import { localIn } from './zones.ts';

/** A start of its own beside the rule (RDATE), which may have a length of its own. */
export interface IcsExtra {
  readonly time: IcsTime;
  readonly length: number | undefined;
}

/** An event of a calendar file: one, a series, or how one of a series differs. */
export interface IcsEvent {
  /** Files leave it out, against the standard: then nothing else belongs to the event. */
  readonly uid: string | null;
  readonly start: IcsTime;
  /** By the clock, in milliseconds. */
  readonly length: number;
  readonly rules: readonly Rule[];
  readonly extras: readonly IcsExtra[];
  readonly exceptions: readonly IcsTime[];
  readonly recurrence: { readonly time: IcsTime; readonly isFollowing: boolean } | undefined;
  readonly sequence: number;
  readonly isCanceled: boolean;
  readonly component: IcsComponent;
}

/** A time by the clock of another's zone. */
export const localFor = (time: IcsTime, other: IcsTime): number =>
  time.zone === null || other.zone === null || time.zone === other.zone
    ? time.local
    : localIn(other.zone, time.local - time.zone.offsetAt(time.local));

const lengthOf = (component: IcsComponent, start: IcsTime, zoneOf: ZoneOf): number => {
  const end = timeIn(component, 'dtend', zoneOf);
  if (end) return Math.max(0, localFor(end, start) - start.local);
  const duration = propertyOf(component, 'duration');
  if (duration) return Math.max(0, readDuration('duration', duration.values[0]));
  return start.isDate ? day : 0;
};

const extrasOf = (component: IcsComponent, zoneOf: ZoneOf): IcsExtra[] =>
  propertiesOf(component, 'rdate').flatMap((property) => {
    const zone = zoneIn(property, zoneOf);
    return property.values.map((value) => {
      if (!Array.isArray(value))
        return { time: readIcsTime('rdate', value, zone), length: undefined };
      const time = readIcsTime('rdate', value[0], zone);
      const end: unknown = value[1];
      const length = /P/.test(String(end))
        ? readDuration('rdate', end)
        : localFor(readIcsTime('rdate', end, zone), time) - time.local;
      return { time, length: Math.max(0, length) };
    });
  });

const recurrenceOf = (component: IcsComponent, zoneOf: ZoneOf): IcsEvent['recurrence'] => {
  const property = propertyOf(component, 'recurrence-id');
  if (!property) return undefined;
  return {
    time: readIcsTime('recurrence-id', property.values[0], zoneIn(property, zoneOf)),
    isFollowing: parameterOf(property, 'range')?.toUpperCase() === 'THISANDFUTURE',
  };
};

const eventOf = (component: IcsComponent, zoneOf: ZoneOf): IcsEvent | undefined => {
  const start = timeIn(component, 'dtstart', zoneOf);
  // An invitation that only says what is canceled has no start.
  if (!start) return undefined;
  return {
    uid: textIn(component, 'uid') ?? null,
    start,
    length: lengthOf(component, start, zoneOf),
    rules: propertiesOf(component, 'rrule').map(ruleOf),
    extras: extrasOf(component, zoneOf),
    exceptions: propertiesOf(component, 'exdate').flatMap((property) =>
      property.values.map((value) => readIcsTime('exdate', value, zoneIn(property, zoneOf))),
    ),
    recurrence: recurrenceOf(component, zoneOf),
    sequence: Number(textIn(component, 'sequence') ?? 0) || 0,
    isCanceled: textIn(component, 'status')?.toUpperCase() === 'CANCELLED',
    component,
  };
};

/** The events of a calendar file, in its order. */
export const eventsOf = (roots: readonly IcsComponent[], zoneOf: ZoneOf): readonly IcsEvent[] =>
  componentsNamed(roots, 'vevent').flatMap((component) => eventOf(component, zoneOf) ?? []);
