import ICAL from 'ical.js';
import { calendarLimits } from '#contract/calendar/limits.ts';
import { icsLines, type IcsLine } from './ics-lines.ts';
import { isTimeText } from './ics-times.ts';
import { TimeError } from './time-error.ts';

/** A property of a calendar file as jCal has it (RFC 7265): name, parameters, type, and one or more values. */
export interface IcsProperty {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string | readonly string[]>>;
  readonly type: string;
  /** Text without escapes; times, durations, offsets and rules as the file writes them. */
  readonly values: readonly unknown[];
  /** Where it is in the file, from 1; unknown of what was stored. */
  readonly line?: number;
}

/** A component of a calendar file: VCALENDAR, VEVENT, VTIMEZONE and others, in small letters. */
export interface IcsComponent {
  readonly name: string;
  readonly properties: readonly IcsProperty[];
  readonly components: readonly IcsComponent[];
  readonly line?: number;
}

/** An entry, zone or value of a calendar that could not be read. */
export interface IcsUnread {
  /** Of the file, from 1; null of what was stored before lines were known. */
  readonly line: number | null;
  /** SUMMARY of the entry. */
  readonly title: string | null;
  readonly code: TimeError['code'];
  /** Whether the entry is left out; else only one value of it is missing. */
  readonly isLeftOut: boolean;
}

/** Takes note of what could not be read, so that the rest can be. */
export type ReportUnread = (unread: IcsUnread) => void;

type JsonProperty = [string, Record<string, string | string[]>, string, ...unknown[]];

/** How ical.js reads lines here: texts and parameters by its rules, all other values as they are. */
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

/** How many parameters a line has; they end at a colon that stands outside of quotes. */
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

/** Colons that were tried in one line; names of zones have one or two. */
const colonsMost = 20;

/**
 * A line with the name of a zone in quotes where that has a colon, as Google and Exchange wrote it against RFC 5545 3.2:
 * `DTSTART;TZID=GMT+05:30:20260701T060000`. The value is what can be read as times.
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

/** The property of a line; undefined for a line that is none, which other programs drop, too. */
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

/** Counts what is built of a file, and refuses too much of it. */
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

/** Components that are never inside of each other: the start of one ends the one before. */
const entryNames: ReadonlySet<string> = new Set([
  'vevent',
  'vtodo',
  'vjournal',
  'vfreebusy',
  'vtimezone',
]);

/** METHOD:CANCEL cancels what the calendar names, whatever STATUS says of it (RFC 5546 3.2.5). */
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

/** A calendar file, read. */
export interface IcsSource {
  readonly roots: readonly IcsComponent[];
  /** Whether the file ends inside of an entry, as one does whose transfer broke off. That entry is left out. */
  readonly isCutOff: boolean;
}

/**
 * Reads the components of a calendar file. Lines that are no properties are dropped; what has no component at all, is
 * too large or nested too deeply is refused. `charset` is that of the response, where one names it.
 */
export const readIcs = (
  source: string | Uint8Array,
  report: ReportUnread = () => undefined,
  charset?: string,
): IcsSource => {
  const roots: IcsComponent[] = [];
  const open: Open[] = [];
  const bounds = boundsOf();
  /** Ends all open components from one on; the innermost first. */
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
      title: textIn(one, 'summary') ?? null,
      code: 'ics_syntax',
      isLeftOut: true,
    });
  closeAll(0);
  return { roots, isCutOff: cut >= 0 };
};

/** The properties of this name. */
export const propertiesOf = (component: IcsComponent, name: string): readonly IcsProperty[] =>
  component.properties.filter((property) => property.name === name);

export const propertyOf = (component: IcsComponent, name: string): IcsProperty | undefined =>
  component.properties.find((property) => property.name === name);

/** The first value of a property as text. */
export const textIn = (component: IcsComponent, name: string): string | undefined => {
  const value = propertyOf(component, name)?.values[0];
  return value === undefined || value === null ? undefined : String(value);
};

/** The parameter of a property as text. */
export const parameterOf = (property: IcsProperty, name: string): string | undefined => {
  const value = property.parameters[name];
  return typeof value === 'string' ? value : value?.[0];
};

/** Every component of this name, however deep. */
export const componentsNamed = (
  components: readonly IcsComponent[],
  name: string,
): readonly IcsComponent[] =>
  components.flatMap((component) => [
    ...(component.name === name ? [component] : []),
    ...componentsNamed(component.components, name),
  ]);
