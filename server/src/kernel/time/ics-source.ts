import ICAL from 'ical.js';
import { calendarLimits } from '#contract/calendar/limits.ts';
import { TimeError } from './time-error.ts';

/** A property of a calendar file as jCal has it (RFC 7265): name, parameters, type, and one or more values. */
export interface IcsProperty {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string | readonly string[]>>;
  readonly type: string;
  readonly values: readonly unknown[];
}

/** A component of a calendar file: VCALENDAR, VEVENT, VTIMEZONE and others, in small letters. */
export interface IcsComponent {
  readonly name: string;
  readonly properties: readonly IcsProperty[];
  readonly components: readonly IcsComponent[];
}

type JsonProperty = [string, Record<string, string | string[]>, string, ...unknown[]];
type JsonComponent = [string, JsonProperty[], JsonComponent[]];

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

/** Every line of a text without line breaks in it. */
function* linesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    yield text.slice(at, end < 0 ? undefined : end);
    at = end < 0 ? text.length : end + 1;
  }
}

/** What is counted before anything is built of a file: the parser takes time by the square of some of it. */
const checkSize = (unfolded: string): void => {
  let [depth, components, properties, dates] = [0, 0, 0, 0];
  const refuseAbove = (count: number, most: number) => {
    if (count > most)
      throw new TimeError('ics_too_large', 'The calendar has too many lines or dates.');
  };
  for (const line of linesOf(unfolded)) {
    const name = line.slice(0, 12).toLowerCase();
    refuseAbove(++properties, calendarLimits.icsProperties);
    if (name.startsWith('begin:')) {
      if (++components > calendarLimits.icsComponents)
        throw new TimeError(
          'ics_components',
          `The calendar has more than ${calendarLimits.icsComponents} entries.`,
        );
      if (++depth > calendarLimits.icsDepth)
        throw new TimeError('ics_depth', 'The parts of the calendar stand too deep in each other.');
    } else if (name.startsWith('end:')) depth -= 1;
    else if (name.startsWith('exdate') || name.startsWith('rdate'))
      refuseAbove((dates += line.split(',').length), calendarLimits.icsDates);
    if (parametersIn(line) > calendarLimits.icsParameters)
      throw new TimeError('ics_syntax', 'A line of the calendar has too many parameters.');
  }
  if (components === 0)
    throw new TimeError('ics_empty', 'This is not a calendar: it has no line BEGIN:VCALENDAR.');
};

const componentOf = ([name, properties, components]: JsonComponent): IcsComponent => ({
  name,
  properties: properties.map(([key, parameters, type, ...values]) => ({
    name: key,
    parameters,
    type,
    values,
  })),
  components: components.map(componentOf),
});

const textOf = (source: string | Uint8Array): string => {
  const size = typeof source === 'string' ? Buffer.byteLength(source) : source.byteLength;
  if (size > calendarLimits.icsBytes)
    throw new TimeError(
      'ics_too_large',
      `A calendar can have up to ${calendarLimits.icsBytes / 1024 / 1024} MB.`,
    );
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
  // A line that begins with a space goes on with the one before.
  return text.replace(/^\uFEFF/, '').replace(/\r?\n[ \t]/g, '');
};

/** The components of a calendar file; refuses what is none. */
export const readIcs = (source: string | Uint8Array): readonly IcsComponent[] => {
  const text = textOf(source);
  checkSize(text);
  let parsed: JsonComponent | JsonComponent[];
  try {
    parsed = ICAL.parse(text) as unknown as JsonComponent | JsonComponent[];
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0]?.slice(0, 160) : '';
    throw new TimeError('ics_syntax', `The calendar cannot be read: ${why}`);
  }
  const roots =
    typeof parsed[0] === 'string' ? [parsed as JsonComponent] : (parsed as JsonComponent[]);
  return roots.map(componentOf);
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
