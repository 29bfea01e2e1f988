import { Temporal } from 'temporal-polyfill';
import { findIana } from 'windows-iana';
import { setBounded } from '../bounded-map.ts';
import {
  day,
  localText,
  readLocalTime,
  yearOf,
  type Instant,
  type LocalTime,
} from './local-time.ts';
import { TimeError } from './time-error.ts';

/** A time zone. */
export interface Zone {
  readonly name: string;
  /** Returns the offset from UTC in milliseconds. */
  readonly offsetAt: (instant: Instant) => number;
}

/** An offset that starts at an instant. */
interface Span {
  readonly from: Instant;
  readonly offset: number;
}

export const utc: Zone = { name: 'UTC', offsetAt: () => 0 };

/** Returns the clock changes in one UTC year. They are cached, because Temporal needs a millisecond per transition. */
const readSpans = (name: string, year: number): readonly Span[] => {
  const at = (time: Temporal.ZonedDateTime): Span => ({
    from: time.epochMilliseconds,
    offset: time.offsetNanoseconds / 1e6,
  });
  let time: Temporal.ZonedDateTime | null = Temporal.Instant.fromEpochMilliseconds(
    Date.UTC(year, 0, 1),
  ).toZonedDateTimeISO(name);
  const spans = [at(time)];
  while ((time = time.getTimeZoneTransition('next')) !== null) {
    if (time.epochMilliseconds >= Date.UTC(year + 1, 0, 1)) break;
    spans.push(at(time));
  }
  return spans;
};

const remembered = new Map<string, readonly Span[]>();

const ianaZone = (name: string): Zone => ({
  name,
  offsetAt: (instant) => {
    const spans = spansOf(name, yearOf(instant));
    return (spans.findLast(({ from }) => from <= instant) ?? spans[0])?.offset ?? 0;
  },
});

const spansOf = (name: string, year: number): readonly Span[] => {
  const key = `${name} ${year}`;
  const known = remembered.get(key);
  if (known) return known;
  const spans = readSpans(name, year);
  setBounded(remembered, key, spans, 20_000);
  return spans;
};

/** A clock change. From the instant on, the offset from UTC is `after`. */
export interface ClockChange {
  readonly at: Instant;
  readonly before: number;
  readonly after: number;
}

/** Returns the clock changes in a zone from the first year through the last. */
export const clockChanges = (zone: string, first: number, last: number): ClockChange[] => {
  const changes: ClockChange[] = [];
  for (let year = first; year <= last; year += 1) {
    const spans = spansOf(zone, year);
    for (const [index, { from, offset }] of spans.entries()) {
      const before = spans[index - 1]?.offset;
      if (before !== undefined && before !== offset)
        changes.push({ at: from, before, after: offset });
    }
  }
  return changes;
};

const zones = new Map<string, Zone | null>();

/** Returns the platform's name of a zone in its usual spelling, or undefined. */
const platformName = (name: string): string | undefined => {
  // An offset such as +02:00 isn't a zone, because it doesn't define daylight saving time.
  if (!/^[a-z][\w+/-]*$/i.test(name)) return undefined;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId;
  } catch {
    return undefined;
  }
};

const findZone = (name: string): Zone | null => {
  const found = platformName(name);
  if (found === undefined) return null;
  return found === 'UTC' || /^(?:etc\/)?(?:utc|gmt|zulu|uct)$/i.test(found) ? utc : ianaZone(found);
};

/** Returns the zone with an IANA name, or undefined. */
export const findIanaZone = (name: string): Zone | undefined => {
  if (name.length > 100) return undefined;
  let zone = zones.get(name);
  if (zone === undefined) {
    zone = findZone(name);
    setBounded(zones, name, zone, 2_000);
  }
  return zone ?? undefined;
};

/** Returns the zone with an IANA name, or throws. */
export const readZone = (name: string): Zone => {
  const zone = findIanaZone(name);
  if (!zone)
    throw new TimeError('zone_unknown', `There is no time zone named “${name.slice(0, 60)}”.`);
  return zone;
};

/** Returns a zone with a fixed offset for `GMT+05:30` or `UTC-8`. POSIX names such as `Etc/GMT+5` don't match. */
const offsetZone = (name: string): Zone | undefined => {
  const found = /^(?:gmt|utc)\s?([+-])(\d{1,2})(?::?(\d\d))?$/i.exec(name);
  if (!found) return undefined;
  const size = Number(found[2]) * 3_600_000 + Number(found[3] ?? 0) * 60_000;
  const offset = found[1] === '-' ? -size : size;
  return size > 14 * 3_600_000 ? undefined : { name, offsetAt: () => offset };
};

/** Returns the zone for a name that a calendar file uses without defining it: an IANA or Windows name, or an offset. */
export const zoneOfCalendar = (name: string): Zone | undefined => {
  const bare = name.trim().replace(/^"|"$/g, '');
  const windows = findIana(bare as Parameters<typeof findIana>[0])?.[0];
  return findIanaZone(windows ?? bare) ?? offsetZone(bare);
};

/**
 * Converts a local time to an instant. A time that the clock shows twice means the first one. A skipped time moves forward by the skipped
 * time, so 02:30 becomes 03:30 (RFC 5545 3.3.5).
 */
export const instantIn = (zone: Zone, local: LocalTime): Instant => {
  const before = zone.offsetAt(local - day);
  const after = zone.offsetAt(local + day);
  const first = local - before;
  if (before === after || zone.offsetAt(first) === before) return first;
  const second = local - after;
  return zone.offsetAt(second) === after ? second : first;
};

/** Converts an instant to local time. */
export const localIn = (zone: Zone, instant: Instant): LocalTime =>
  instant + zone.offsetAt(instant);

/**
 * Returns start and end as instants for a local start and a length by the clock. If the clock skips the start, it moves forward by
 * the skipped time and keeps its length.
 */
export const spanIn = (
  zone: Zone,
  local: LocalTime,
  length: number,
): { readonly startsAt: Instant; readonly endsAt: Instant } => {
  const startsAt = instantIn(zone, local);
  return { startsAt, endsAt: instantIn(zone, Math.max(local, localIn(zone, startsAt)) + length) };
};

/** Converts `2026-03-29T10:00:00` in the zone with this name to an instant. */
export const instantOf = (local: string, zone: string): Instant =>
  instantIn(readZone(zone), readLocalTime(local));

/** Converts an instant to local time in the zone with this name, such as `2026-03-29T10:00:00`. */
export const localOf = (instant: Instant, zone: string): string =>
  localText(localIn(readZone(zone), instant));
