import type { IcsComponent, IcsProperty } from './ics-source.ts';
import { parameterOf, propertyOf } from './ics-source.ts';
import { readIcsTime, throwInvalidValue, type IcsTime } from './ics-times.ts';
import { day, hour, minute, second, type LocalTime } from './local-time.ts';
import { readRule, weekdays, type Rule } from './rule.ts';
import { TimeError } from './time-error.ts';
import { localIn, utc, type Zone } from './zones.ts';

/** Returns the zone for a name in a file, or undefined for an unknown name. */
export type ZoneOf = (name: string) => Zone | undefined;

/** Reads part of a property and adds the property's line to errors. */
export const atLine = <T>({ line }: IcsProperty, read: () => T): T => {
  try {
    return read();
  } catch (error) {
    if (error instanceof TimeError) error.line ??= line;
    throw error;
  }
};

/** Returns the zone of a property. */
export const propertyZone = (property: IcsProperty, zoneOf: ZoneOf): Zone | null => {
  const name = parameterOf(property, 'tzid');
  return name === undefined ? null : (zoneOf(name) ?? null);
};

/** Returns the time of a property, if the component has it. */
export const propertyTime = (
  component: IcsComponent,
  name: string,
  zoneOf: ZoneOf,
): IcsTime | undefined => {
  const property = propertyOf(component, name);
  if (!property) return undefined;
  return atLine(property, () =>
    readIcsTime(name, property.values[0], propertyZone(property, zoneOf)),
  );
};

const durationPattern =
  /^([+-]?)P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/;

/** Returns the milliseconds of a duration such as `PT1H30M` or `-P1D`. */
export const readDuration = (property: string, value: unknown): number => {
  const found = durationPattern.exec(String(value).slice(0, 100).trim().toUpperCase());
  if (!found) return throwInvalidValue(property, value);
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(2)
    .map((part) => Number(part ?? 0));
  const size = (weeks * 7 + days) * day + hours * hour + minutes * minute + seconds * second;
  return found[1] === '-' ? -size : size;
};

/** Returns the rule of a property. Calendars stored earlier contain its jCal parts. */
export const ruleOf = (property: IcsProperty): Rule => {
  const [value] = property.values;
  if (value === null || typeof value !== 'object') return readRule(String(value));
  const parts = Object.entries(value as Record<string, unknown>).map(([name, part]) => {
    const text = (Array.isArray(part) ? part : [part]).join(',');
    // ical.js counts days from Sunday, which is 1.
    if (name === 'wkst' && typeof part === 'number')
      return `WKST=${weekdays[(part + 5) % 7] ?? ''}`;
    return `${name.toUpperCase()}=${name === 'until' ? text.replace(/[-:]/g, '') : text}`;
  });
  return readRule(parts.join(';'));
};

/**
 * Returns the last possible start for UNTIL, in the local time of the series. UNTIL is inclusive (RFC 5545 3.3.10): a date includes
 * the whole day, even for a series with times.
 */
export const untilOf = (rule: Rule, zone: Zone | null): LocalTime | undefined => {
  if (rule.until === undefined) return undefined;
  const { local, zone: own, isDate } = readIcsTime('until', rule.until, null);
  if (isDate) return local + day - second;
  return own === utc && zone !== null ? localIn(zone, local) : local;
};
