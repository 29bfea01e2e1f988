import type { IcsComponent, IcsProperty } from './ics-source.ts';
import { parameterOf, propertyOf } from './ics-source.ts';
import { day, hour, minute, second, type LocalTime } from './local-time.ts';
import { readRule, weekdays, type Rule } from './rule.ts';
import { TimeError } from './time-error.ts';
import { localIn, utc, type Zone } from './zones.ts';

/** A time of a calendar file. Without a zone it floats: it is that time wherever one is. */
export interface IcsTime {
  readonly local: LocalTime;
  readonly isDate: boolean;
  readonly zone: Zone | null;
}

/** Which zone a file means by a name; undefined when nobody knows it. */
export type ZoneOf = (name: string) => Zone | undefined;

const refuse = (property: string, value: unknown): never => {
  const shown = (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 60);
  throw new TimeError('ics_value', `${property.toUpperCase()} of the calendar is “${shown}”.`);
};

const timePattern = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)(Z?))?$/;

/** Reads `2026-03-29`, `2026-03-29T10:00:00` and the same with Z; in the form of files too. */
export const readIcsTime = (property: string, value: unknown, zone: Zone | null): IcsTime => {
  // Google and others write dates without VALUE=DATE, of which ical.js makes a time without hours.
  const found = typeof value === 'string' ? timePattern.exec(value.replace(/T::$/, '')) : null;
  if (!found) return refuse(property, value);
  const [year = 0, month = 0, date = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const start = new Date(0);
  start.setUTCFullYear(year, month - 1, date);
  const isReal = start.getUTCMonth() === month - 1 && start.getUTCDate() === date;
  if (!isReal || hours > 24 || minutes > 59 || seconds > 60 || year < 1) refuse(property, value);
  const local = start.getTime() + hours * hour + minutes * minute + seconds * second;
  if (found[4] === undefined) return { local, isDate: true, zone: null };
  return { local, isDate: false, zone: found[7] === 'Z' ? utc : zone };
};

/** The zone that a property names. */
export const zoneIn = (property: IcsProperty, zoneOf: ZoneOf): Zone | null => {
  const name = parameterOf(property, 'tzid');
  return name === undefined ? null : (zoneOf(name) ?? null);
};

/** The time of a property that has one. */
export const timeIn = (
  component: IcsComponent,
  name: string,
  zoneOf: ZoneOf,
): IcsTime | undefined => {
  const property = propertyOf(component, name);
  if (!property) return undefined;
  return readIcsTime(name, property.values[0], zoneIn(property, zoneOf));
};

const durationPattern =
  /^([+-]?)P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/;

/** Milliseconds of a duration such as `PT1H30M` or `-P1D`. */
export const readDuration = (property: string, value: unknown): number => {
  const found = durationPattern.exec(String(value));
  if (!found) return refuse(property, value);
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(2)
    .map((part) => Number(part ?? 0));
  const size = (weeks * 7 + days) * day + hours * hour + minutes * minute + seconds * second;
  return found[1] === '-' ? -size : size;
};

/** The rule of a property, whose value jCal has in parts. */
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

/** UNTIL as the clock at the start of an event shows it. */
export const untilOf = (rule: Rule, zone: Zone | null): LocalTime | undefined => {
  if (rule.until === undefined) return undefined;
  const { local, zone: own } = readIcsTime('until', rule.until, null);
  return own === utc && zone !== null ? localIn(zone, local) : local;
};
