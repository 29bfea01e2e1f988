import ICAL from 'ical.js';
import { calendarLimits } from '#contract/calendar/limits.ts';
import { visibleText } from '#contract/visible-text.ts';
import { icsLines, type IcsLine } from './ics-lines.ts';
import { isTimeText } from './ics-times.ts';
import { TimeError } from './time-error.ts';

/** A property of a calendar file as in jCal (RFC 7265): name, parameters, type, and one or more values. */
export interface IcsProperty {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string | readonly string[]>>;
  readonly type: string;
  /** Unescaped text; times, durations, offsets, and rules are unparsed. */
  readonly values: readonly unknown[];
  /** Line in the file, from 1; undefined for stored calendars. */
  readonly line?: number;
}

/** A component of a calendar file: VCALENDAR, VEVENT, VTIMEZONE and others, in lowercase. */
export interface IcsComponent {
  readonly name: string;
  readonly properties: readonly IcsProperty[];
  readonly components: readonly IcsComponent[];
  readonly line?: number;
}

/** An entry, zone, or value of a calendar that couldn't be read. */
export interface IcsProblem {
  /** Line in the file, from 1; null if the calendar was stored without line numbers. */
  readonly line: number | null;
  /** SUMMARY of the entry. */
  readonly title: string | null;
  readonly code: TimeError['code'];
  /** True if the whole entry is omitted, false if only one value is. */
  readonly isLeftOut: boolean;
}

/** Reports an unreadable part without stopping. */
export type ReportIcsProblem = (unread: IcsProblem) => void;

type JsonProperty = [string, Record<string, string | string[]>, string, ...unknown[]];

/** Makes ical.js parse only text and parameters and leave all other values unparsed. */
const design = {
  ...ICAL.design.icalendar,
  value: {
    ...ICAL.design.icalendar.value,
    date: {},
    'date-time': {},
    duration: {},
    period: {},
    recur: {},
    'utc-offset': {},
  },
};

/** Counts the parameters of a line, which end at a colon outside of quotes. */
const parametersIn = (line: string): number => {
  let [count, isQuoted] = [0, false];
  for (let index = 0; index < line.length; index += 1) {
    const letter = line[index];
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === ':' && !isQuoted) break;
    else if (letter === ';' && ++count > calendarLimits.icsParameters) break;
  }
  return count;
};

/** Properties with times, whose values have no colon unless they are written as ISO 8601. */
const timeProperty = /^(?:dtstart|dtend|recurrence-id|exdate|rdate);/i;

/** Colons to try per line. Zone names contain one or two. */
const colonsMost = 20;

/**
 * Quotes a zone name with a colon, which Google and Exchange wrote without quotes against RFC 5545 3.2:
 * `DTSTART;TZID=GMT+05:30:20260701T060000`. The value starts after the first colon with only times behind it.
 */
const withQuotedZone = (line: string): string => {
  if (!timeProperty.test(line) || !/;TZID=[^":]*:[^:]*:/i.test(line)) return line;
  let at = -1;
  for (let nth = 0; nth < colonsMost && (at = line.indexOf(':', at + 1)) >= 0; nth += 1)
    if (
      line
        .slice(at + 1)
        .split(',')
        .every(isTimeText)
    )
      return `${line.slice(0, at).replace(/;TZID=([^";]*)/i, ';TZID="$1"')}${line.slice(at)}`;
  return line;
};

/** Parses the property of a line; returns undefined if it isn't one. Other programs ignore such lines too. */
const propertyIn = ({ text, line }: IcsLine): IcsProperty | undefined => {
  if (!/^[\w.-]+[;:]/.test(text) || parametersIn(text) > calendarLimits.icsParameters)
    return undefined;
  try {
    const [name, parameters, type, ...values] = ICAL.parse.property(
      withQuotedZone(text),
      design,
    ) as unknown as JsonProperty;
    return { name, parameters, type, values, line };
  } catch {
    return undefined;
  }
};

/** Counts the parsed parts of a file and throws above the limit. */
const boundsOf = () => {
  let [components, dates] = [0, 0];
  return {
    component: (depth: number) => {
      if (++components > calendarLimits.icsComponents)
        throw new TimeError(
          'ics_components',
          `The calendar has more than ${calendarLimits.icsComponents} entries.`,
        );
      if (depth > calendarLimits.icsDepth)
        throw new TimeError('ics_depth', 'The parts of the calendar are nested too deeply.');
    },
    line: (text: string) => {
      if (!/^(?:exdate|rdate)/i.test(text)) return;
      dates += text.split(',').length;
      if (dates > calendarLimits.icsDates)
        throw new TimeError('ics_too_large', 'The calendar has too many lines or dates.');
    },
  };
};

interface Open {
  readonly name: string;
  readonly properties: IcsProperty[];
  readonly components: IcsComponent[];
  readonly line: number;
}

/** Components that can't be nested: BEGIN of one ends the previous one. */
const entryNames: ReadonlySet<string> = new Set([
  'vevent',
  'vtodo',
  'vjournal',
  'vfreebusy',
  'vtimezone',
]);

/** METHOD:CANCEL cancels all entries, regardless of their STATUS (RFC 5546 3.2.5). */
const withMethod = (root: Open): Open => {
  const method = String(root.properties.find(({ name }) => name === 'method')?.values[0] ?? '');
  if (method.trim().toUpperCase() !== 'CANCEL') return root;
  const status = { name: 'status', parameters: {}, type: 'text', values: ['CANCELLED'] };
  return {
    ...root,
    components: root.components.map((one) => ({
      ...one,
      properties: [...one.properties.filter(({ name }) => name !== 'status'), status],
    })),
  };
};

/** A parsed calendar file. */
export interface IcsSource {
  readonly roots: readonly IcsComponent[];
  /** True if the file ends in the middle of an entry, as after an interrupted transfer. That entry is omitted. */
  readonly isCutOff: boolean;
}

/**
 * Parses the components of a calendar file. Ignores lines that aren't properties. Throws if there is no component, or if the file
 * is too large or nested too deeply. `charset` is the one from the response, if any.
 */
export const readIcs = (
  source: string | Uint8Array,
  report: ReportIcsProblem = () => undefined,
  charset?: string,
): IcsSource => {
  const roots: IcsComponent[] = [];
  const open: Open[] = [];
  const bounds = boundsOf();
  /** Closes all open components from an index on, innermost first. */
  const closeAll = (from: number) => {
    while (open.length > from) {
      const one = open.pop();
      if (one === undefined) return;
      (open.at(-1)?.components ?? roots).push(one.name === 'vcalendar' ? withMethod(one) : one);
    }
  };
  let isEmpty = true;
  for (const { text: given, line } of icsLines(source, charset)) {
    const text = given.startsWith('\uFEFF') ? given.slice(1) : given;
    bounds.line(text);
    const [, verb, called = ''] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(text.slice(0, 200)) ?? [];
    const name = called.toLowerCase();
    if (verb?.toUpperCase() === 'BEGIN') {
      isEmpty = false;
      const entry = entryNames.has(name) ? open.findIndex((one) => entryNames.has(one.name)) : -1;
      if (entry >= 0) closeAll(entry);
      open.push({ name, properties: [], components: [], line });
      bounds.component(open.length);
    } else if (verb !== undefined) {
      const begun = open.findLastIndex((one) => one.name === name);
      if (begun >= 0) closeAll(begun);
    } else if (text !== '') {
      const property = open.length === 0 ? undefined : propertyIn({ text, line });
      if (property) open.at(-1)?.properties.push(property);
    }
  }
  if (isEmpty)
    throw new TimeError('ics_empty', 'This is not a calendar: it has no line BEGIN:VCALENDAR.');
  const cut = open.findIndex((one) => entryNames.has(one.name));
  for (const one of cut >= 0 ? open.splice(cut).slice(0, 1) : [])
    report({
      line: one.line,
      title: visiblePropertyText(one, 'summary') ?? null,
      code: 'ics_syntax',
      isLeftOut: true,
    });
  closeAll(0);
  return { roots, isCutOff: cut >= 0 };
};

/** Returns all properties with this name. */
export const propertiesOf = (component: IcsComponent, name: string): readonly IcsProperty[] =>
  component.properties.filter((property) => property.name === name);

export const propertyOf = (component: IcsComponent, name: string): IcsProperty | undefined =>
  component.properties.find((property) => property.name === name);

/** Returns the first value of a property as text. */
export const propertyText = (component: IcsComponent, name: string): string | undefined => {
  const value = propertyOf(component, name)?.values[0];
  return value === undefined || value === null ? undefined : String(value);
};

/** Returns the property as text without hidden characters, or undefined if nothing is visible. */
export const visiblePropertyText = (component: IcsComponent, name: string): string | undefined =>
  visibleText(propertyText(component, name) ?? '') || undefined;

/** Returns a parameter of a property as text. */
export const parameterOf = (property: IcsProperty, name: string): string | undefined => {
  const value = property.parameters[name];
  return typeof value === 'string' ? value : value?.[0];
};

/** Returns all components with this name at any depth. */
export const componentsNamed = (
  components: readonly IcsComponent[],
  name: string,
): readonly IcsComponent[] =>
  components.flatMap((component) => [
    ...(component.name === name ? [component] : []),
    ...componentsNamed(component.components, name),
  ]);
