import { calendarLimits } from '#contract/calendar/limits.ts';
import { componentsNamed, propertiesOf, propertyOf, textIn } from './ics-source.ts';
import type { IcsComponent } from './ics-source.ts';
import { readIcsTime, ruleOf, untilOf } from './ics-values.ts';
import type { ZoneOf } from './ics-values.ts';
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
  const text = textIn(component, name) ?? '';
  const found = /^([+-])(\d\d):?(\d\d)(?::?(\d\d))?$/.exec(text);
  if (!found) throw new TimeError('ics_zone', `A time zone of the calendar has no ${name}.`);
  const [hours = 0, minutes = 0, seconds = 0] = found.slice(2).map((part) => Number(part ?? 0));
  const size = hours * hour + minutes * minute + seconds * second;
  return found[1] === '-' ? -size : size;
};

/** When clocks begin to show what STANDARD or DAYLIGHT says. */
const changesOf = (component: IcsComponent): Change[] => {
  const start = propertyOf(component, 'dtstart');
  if (!start) return [];
  const [from, to] = [offsetIn(component, 'tzoffsetfrom'), offsetIn(component, 'tzoffsetto')];
  // Its times are those of the clock before the change.
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
    for (const at of startsBetween({ rule, start: first, isAllDay: false, until }, first, last))
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

const zoneOfComponent = (name: string, component: IcsComponent): Zone => {
  let changes: Change[] | undefined;
  return {
    name,
    offsetAt: (instant) => {
      changes ??= component.components.flatMap(changesOf).toSorted((a, b) => a.at - b.at);
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
 * The zones that a file names. What the platform knows by that name wins over what the file says of it: files carry
 * rules that are out of date, or broken.
 */
export const zonesOf = (roots: readonly IcsComponent[]): ZoneOf => {
  const own = new Map<string, Zone>();
  const components = componentsNamed(roots, 'vtimezone');
  if (components.length > calendarLimits.icsZones)
    throw new TimeError('ics_zone', 'The calendar defines too many time zones.');
  for (const component of components) {
    const name = textIn(component, 'tzid');
    if (name !== undefined && component.components.length > 0)
      own.set(name, zoneOfComponent(name, component));
  }
  const found = new Map<string, Zone | undefined>([['Z', utc]]);
  return (name) => {
    if (!found.has(name)) found.set(name, zoneOfCalendar(name) ?? own.get(name));
    return found.get(name);
  };
};
