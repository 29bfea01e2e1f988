import {
  componentsNamed,
  parameterOf,
  propertiesOf,
  propertyOf,
  propertyText,
  visiblePropertyText,
} from './ics-source.ts';
import type { IcsComponent, IcsProperty, IcsProblem, ReportIcsProblem } from './ics-source.ts';
import { readIcsTime, type IcsTime } from './ics-times.ts';
import {
  atLine,
  readDuration,
  ruleOf,
  propertyTime,
  propertyZone,
  type ZoneOf,
} from './ics-values.ts';
import { day, startOfDay, type LocalTime } from './local-time.ts';
import type { Rule } from './rule.ts';
import { TimeError } from './time-error.ts';
import { instantIn, localIn, spanIn, type Zone } from './zones.ts';

/** A start in addition to the rule (RDATE), with an optional length. */
export interface IcsExtra {
  readonly time: IcsTime;
  readonly length: number | undefined;
}

/** An event of a calendar file: a single event, a series, or an exception to a series. */
export interface IcsEvent {
  /** Null if the file omits it, against the standard. The event then has no related entries. */
  readonly uid: string | null;
  readonly start: IcsTime;
  /** Length in milliseconds of clock time. */
  readonly length: number;
  /** True if `length` is elapsed time instead of clock time, because start and end have different zones. */
  readonly isElapsed: boolean;
  readonly rules: readonly Rule[];
  readonly extras: readonly IcsExtra[];
  readonly exceptions: readonly IcsTime[];
  readonly recurrence: { readonly time: IcsTime; readonly isFollowing: boolean } | undefined;
  readonly sequence: number;
  readonly isCanceled: boolean;
  readonly component: IcsComponent;
}

/** Converts a time to the zone of another time, unless one of them has no zone or the zones are the same. */
export const localFor = (time: IcsTime, other: IcsTime): LocalTime =>
  time.zone === null || other.zone === null || time.zone === other.zone
    ? time.local
    : localIn(other.zone, instantIn(time.zone, time.local));

/**
 * Returns the start of the occurrence that EXDATE, RDATE, or RECURRENCE-ID refers to, in the series' local time. A date refers to
 * the occurrence that starts on that day. Some programs write dates even for series with times.
 */
export const referencedStart = (time: IcsTime, start: IcsTime): LocalTime => {
  if (start.isDate) return startOfDay(time.local);
  if (time.isDate) return startOfDay(time.local) + (start.local - startOfDay(start.local));
  return localFor(time, start);
};

/** Returns start and end as instants. A time without a zone is in `floating`. */
export const spanOf = (
  { start, length, isElapsed }: Pick<IcsEvent, 'start' | 'length' | 'isElapsed'>,
  floating: Zone,
): { readonly startsAt: number; readonly endsAt: number } => {
  const span = spanIn(start.zone ?? floating, start.local, length);
  return isElapsed ? { ...span, endsAt: span.startsAt + length } : span;
};

/** Rounds the length of an all-day event up to full days, because some programs write a time as its end. */
const roundedLength = (length: number, start: IcsTime): number => {
  const size = Math.max(0, length);
  return start.isDate ? Math.ceil(size / day) * day : size;
};

/** Default length: a day for a date, otherwise zero (RFC 5545 3.6.1). */
const defaultLength = (start: IcsTime): number => (start.isDate ? day : 0);

type Length = Pick<IcsEvent, 'length' | 'isElapsed'>;

const lengthOf = (component: IcsComponent, start: IcsTime, zoneOf: ZoneOf): Length => {
  const end = propertyTime(component, 'dtend', zoneOf);
  if (end) {
    if (end.zone !== null && start.zone !== null && end.zone !== start.zone) {
      const elapsed = instantIn(end.zone, end.local) - instantIn(start.zone, start.local);
      return { length: Math.max(0, elapsed), isElapsed: true };
    }
    return { length: roundedLength(end.local - start.local, start), isElapsed: false };
  }
  const duration = propertyOf(component, 'duration');
  const length =
    duration === undefined
      ? defaultLength(start)
      : atLine(duration, () => readDuration('duration', duration.values[0]));
  // The hours of a duration are elapsed time, even when clocks change; its days are by the clock (RFC 5545 3.3.6).
  const isElapsed =
    !start.isDate && duration !== undefined && /^\+?PT/i.test(String(duration.values[0]).trim());
  return { length: roundedLength(length, start), isElapsed };
};

/** Returns the values of a property. A list can be empty, and some programs end it with a comma. */
const valuesOf = ({ values }: IcsProperty): readonly unknown[] =>
  values.filter((value) => typeof value !== 'string' || value.trim() !== '');

const extraOf = (value: unknown, zone: Zone | null): IcsExtra => {
  // A period is a string in files, but an array with two items in calendars stored earlier.
  const parts: unknown[] = typeof value === 'string' ? value.split('/') : (value as unknown[]);
  const time = readIcsTime('rdate', parts[0], zone);
  const [, end] = parts;
  if (end === undefined) return { time, length: undefined };
  const length = /P/i.test(String(end))
    ? readDuration('rdate', end)
    : localFor(readIcsTime('rdate', end, zone), time) - time.local;
  return { time, length: Math.max(0, length) };
};

/** Reads the values of a property that can occur several times. Omits and reports unreadable ones. */
const readEach = <T>(
  component: IcsComponent,
  name: string,
  report: (error: TimeError) => void,
  read: (value: unknown, property: IcsProperty) => T,
): T[] =>
  propertiesOf(component, name).flatMap((property) =>
    valuesOf(property).flatMap((value) => {
      try {
        return [atLine(property, () => read(value, property))];
      } catch (error) {
        if (!(error instanceof TimeError)) throw error;
        report(error);
        return [];
      }
    }),
  );

const recurrenceOf = (component: IcsComponent, zoneOf: ZoneOf): IcsEvent['recurrence'] => {
  const property = propertyOf(component, 'recurrence-id');
  if (!property || valuesOf(property).length === 0) return undefined;
  return {
    time: atLine(property, () =>
      readIcsTime('recurrence-id', property.values[0], propertyZone(property, zoneOf)),
    ),
    isFollowing: parameterOf(property, 'range')?.toUpperCase() === 'THISANDFUTURE',
  };
};

const isCanceled = (component: IcsComponent): boolean =>
  /^cancell?ed$/i.test(propertyText(component, 'status')?.trim() ?? '');

const eventOf = (
  component: IcsComponent,
  zoneOf: ZoneOf,
  report: (error: TimeError, isLeftOut: boolean) => void,
): IcsEvent | undefined => {
  const start = propertyTime(component, 'dtstart', zoneOf);
  if (!start) {
    // A METHOD:CANCEL entry can omit the start.
    if (isCanceled(component)) return undefined;
    throw new TimeError('ics_value', 'An entry of the calendar has no DTSTART.');
  }
  const partly = (error: TimeError) => report(error, false);
  let length: Length;
  try {
    length = lengthOf(component, start, zoneOf);
  } catch (error) {
    if (!(error instanceof TimeError)) throw error;
    partly(error);
    length = { length: defaultLength(start), isElapsed: false };
  }
  return {
    uid: propertyText(component, 'uid') ?? null,
    start,
    ...length,
    rules: propertiesOf(component, 'rrule').flatMap((property) =>
      valuesOf(property).length === 0 ? [] : [atLine(property, () => ruleOf(property))],
    ),
    extras: readEach(component, 'rdate', partly, (value, property) =>
      extraOf(value, propertyZone(property, zoneOf)),
    ),
    exceptions: readEach(component, 'exdate', partly, (value, property) =>
      readIcsTime('exdate', value, propertyZone(property, zoneOf)),
    ),
    recurrence: recurrenceOf(component, zoneOf),
    sequence: Number(propertyText(component, 'sequence') ?? 0) || 0,
    isCanceled: isCanceled(component),
    component,
  };
};

/** Returns the report of an error in an entry. */
export const icsProblemOf = (
  component: IcsComponent,
  { code, line }: TimeError,
  isLeftOut: boolean,
): IcsProblem => ({
  line: line ?? component.line ?? null,
  title: visiblePropertyText(component, 'summary') ?? null,
  code,
  isLeftOut,
});

/** Returns the events of a calendar file in order. Omits and reports unreadable ones. */
export const eventsOf = (
  roots: readonly IcsComponent[],
  zoneOf: ZoneOf,
  report: ReportIcsProblem = () => undefined,
): readonly IcsEvent[] =>
  componentsNamed(roots, 'vevent').flatMap((component) => {
    try {
      const event = eventOf(component, zoneOf, (error, isLeftOut) =>
        report(icsProblemOf(component, error, isLeftOut)),
      );
      return event ?? [];
    } catch (error) {
      if (!(error instanceof TimeError)) throw error;
      report(icsProblemOf(component, error, true));
      return [];
    }
  });
