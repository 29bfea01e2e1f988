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

/** What is counted before anything is built of a file. */
const checkSize = (text: string): void => {
  let [depth, components, properties] = [0, 0, 0];
  // A line that begins with a space goes on with the one before.
  for (const [line] of text.matchAll(/^[^\s][^\r\n]{0,20}/gm)) {
    if (++properties > calendarLimits.icsProperties)
      throw new TimeError('ics_too_large', 'The calendar has too many lines.');
    if (/^begin:/i.test(line)) {
      if (++components > calendarLimits.icsComponents)
        throw new TimeError(
          'ics_components',
          `The calendar has more than ${calendarLimits.icsComponents} entries.`,
        );
      if (++depth > calendarLimits.icsDepth)
        throw new TimeError('ics_depth', 'The parts of the calendar stand too deep in each other.');
    } else if (/^end:/i.test(line)) depth -= 1;
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
  return text.replace(/^\uFEFF/, '');
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
