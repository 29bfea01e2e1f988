import { calendarLimits } from '#contract/calendar/limits.ts';
import { componentsNamed, propertiesOf, propertyOf, propertyText } from './ics-source.ts';
import type { IcsComponent, ReportIcsProblem } from './ics-source.ts';
import { readIcsTime } from './ics-times.ts';
import { ruleOf, untilOf, type ZoneOf } from './ics-values.ts';
import { setBounded } from '../bounded-map.ts';
import { hour, minute, second, type Instant } from './local-time.ts';
import { startsBetween } from './recurrence.ts';
import { TimeError } from './time-error.ts';
import { utc, zoneOfCalendar, type Zone } from './zones.ts';

interface Change {
  readonly at: Instant;
  readonly from: number;
  readonly to: number;
}

const offsetIn = (component: IcsComponent, name: string): number => {
  const text = (propertyText(component, name) ?? '').slice(0, 20).trim();
  const found = /^([+-]?)(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(text);
  if (!found) throw new TimeError('ics_zone', `A time zone of the calendar has no ${name}.`);
  const [hours = 0, minutes = 0, seconds = 0] = found.slice(2).map((part) => Number(part ?? 0));
  const size = hours * hour + minutes * minute + seconds * second;
  return found[1] === '-' ? -size : size;
};

/** Returns the times when STANDARD or DAYLIGHT starts. */
const changesOf = (component: IcsComponent): Change[] => {
  const start = propertyOf(component, 'dtstart');
  if (!start) return [];
  const [from, to] = [offsetIn(component, 'tzoffsetfrom'), offsetIn(component, 'tzoffsetto')];
  // Its times are in the offset before the change.
  const before: Zone = { name: '', offsetAt: () => from };
  const first = readIcsTime('dtstart', start.values[0], before).local;
  const isUtc = (value: unknown) => String(value).endsWith('Z');
  const last = Date.UTC(calendarLimits.lastYear, 0, 1);
  const locals = new Set([first]);
  for (const property of propertiesOf(component, 'rrule')) {
    const rule = ruleOf(property);
    if (rule.frequency !== 'YEARLY' && rule.frequency !== 'MONTHLY')
      throw new TimeError('ics_zone', 'A time zone of the calendar changes its clock too often.');
    const until = untilOf(rule, before);
    // Some files start in the year 1.
    const from = Math.max(first, Date.UTC(calendarLimits.firstYear, 0, 1));
    for (const at of startsBetween({ rule, start: first, isAllDay: false, until }, from, last))
      locals.add(at);
  }
  for (const property of propertiesOf(component, 'rdate'))
    for (const value of property.values) {
      const at = readIcsTime('rdate', Array.isArray(value) ? value[0] : value, before).local;
      locals.add(isUtc(value) ? at + from : at);
    }
  if (locals.size > calendarLimits.icsZoneChanges)
    throw new TimeError('ics_zone', 'A time zone of the calendar changes its clock too often.');
  return [...locals].map((local) => ({ at: local - from, from, to }));
};

/** Caches changes by definition, because calendars are read often and have few different zones. */
const rememberedChanges = new Map<string, readonly Change[]>();

const allChangesOf = ({ components }: IcsComponent): readonly Change[] => {
  const key = JSON.stringify(
    components.map(({ properties }) => properties.map(({ name, values }) => [name, ...values])),
  );
  const known = rememberedChanges.get(key);
  if (known) return known;
  const changes = components.flatMap(changesOf).toSorted((a, b) => a.at - b.at);
  if (changes.length === 0)
    throw new TimeError('ics_zone', 'A time zone of the calendar does not define its offsets.');
  setBounded(rememberedChanges, key, changes, 500);
  return changes;
};

const zoneOfComponent = (name: string, component: IcsComponent): Zone => {
  const changes = allChangesOf(component);
  return {
    name,
    offsetAt: (instant) => {
      let [low, high] = [0, changes.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((changes[middle]?.at ?? 0) <= instant) low = middle + 1;
        else high = middle;
      }
      return changes[low - 1]?.to ?? changes[0]?.from ?? 0;
    },
  };
};

/**
 * Returns the time zones of a file. Its own definition takes precedence over the IANA zone of the same name, including EST, MST,
 * and HST, because the file relies on it (RFC 5545 3.2.19). If a definition is missing, or unreadable and therefore reported, the
 * name means the known zone. Unknown names are undefined.
 */
export const zonesOf = (
  roots: readonly IcsComponent[],
  report: ReportIcsProblem = () => undefined,
): ZoneOf => {
  const own = new Map<string, IcsComponent>();
  const components = componentsNamed(roots, 'vtimezone');
  if (components.length > calendarLimits.icsZones)
    throw new TimeError('ics_zone', 'The calendar defines too many time zones.');
  for (const component of components) {
    const name = propertyText(component, 'tzid')?.trim();
    if (name !== undefined && !own.has(name)) own.set(name, component);
  }
  const read = (name: string): Zone | undefined => {
    const component = own.get(name);
    if (component === undefined) return zoneOfCalendar(name);
    try {
      return zoneOfComponent(name, component);
    } catch (error) {
      if (!(error instanceof TimeError)) throw error;
      const line = error.line ?? component.line ?? null;
      report({ line, title: name, code: error.code, isLeftOut: false });
      return zoneOfCalendar(name);
    }
  };
  const found = new Map<string, Zone | undefined>([['Z', utc]]);
  return (given) => {
    const name = given.trim();
    if (!found.has(name)) found.set(name, read(name));
    return found.get(name);
  };
};
