import ICAL from 'ical.js';
import { icsLines } from './ics-lines.ts';
import { TimeError } from './time-error.ts';

/* Edits the lines of a calendar file. Lines that an edit doesn't concern keep their text, including unknown properties. */

/** A component of a calendar file with its unfolded lines. */
export interface IcsPart {
  /** In lowercase. */
  readonly name: string;
  /** Line of BEGIN in the file, from 1; the same as `line` of `IcsComponent`. */
  readonly line: number;
  readonly lines: readonly string[];
  readonly parts: readonly IcsPart[];
}

interface OpenPart extends IcsPart {
  readonly lines: string[];
  readonly parts: IcsPart[];
}

const broken = (line: number): never => {
  const error = new TimeError('ics_syntax', 'The calendar file is not valid.');
  error.line = line;
  throw error;
};

/** Parses a file with one VCALENDAR. Unlike `readIcs`, it rejects every deviation from the syntax. */
export const readIcsParts = (source: string): IcsPart => {
  const open: OpenPart[] = [];
  let root: IcsPart | undefined;
  for (const { text, line } of icsLines(source)) {
    if (text === '') continue;
    const [, verb, given = ''] = /^(BEGIN|END):([\w-]{1,100})\s*$/i.exec(text) ?? [];
    const name = given.toLowerCase();
    // oxlint-disable-next-line no-control-regex
    if (root !== undefined || /[\u0000-\u0008\u000A-\u001F\u007F]/.test(text)) return broken(line);
    if (verb?.toUpperCase() === 'BEGIN') {
      open.push({ name, line, lines: [], parts: [] });
    } else if (verb !== undefined) {
      const one = open.pop();
      if (one?.name !== name) return broken(line);
      const parent = open.at(-1);
      if (parent === undefined) root = one;
      else parent.parts.push(one);
    } else {
      if (!/^(?:[\w-]+\.)?[\w-]+[;:]/.test(text)) return broken(line);
      (open.at(-1) ?? broken(line)).lines.push(text);
    }
  }
  return root?.name === 'vcalendar' && open.length === 0 ? root : broken(1);
};

const linesOf = ({ name, lines, parts }: IcsPart): string[] => [
  `BEGIN:${name.toUpperCase()}`,
  ...lines.map((line) => ICAL.helpers.foldline(line)),
  ...parts.flatMap(linesOf),
  `END:${name.toUpperCase()}`,
];

/** Writes a file from its parts. */
export const writeIcsParts = (root: IcsPart): string => `${linesOf(root).join('\r\n')}\r\n`;

/** Returns the name of a line's property in lowercase. */
const lineName = (line: string): string =>
  (/^(?:[\w-]+\.)?([\w-]+)[;:]/.exec(line)?.[1] ?? '').toLowerCase();

/** Returns the first line of a property. */
export const lineOf = (part: IcsPart, name: string): string | undefined =>
  part.lines.find((line) => lineName(line) === name);

/** Returns a part without some of its properties. */
export const withoutLines = (part: IcsPart, ...names: readonly string[]): IcsPart => ({
  ...part,
  lines: part.lines.filter((line) => !names.includes(lineName(line))),
});

/** Replaces all lines of a property, in the position of the first one. */
export const withLines = (part: IcsPart, name: string, lines: readonly string[]): IcsPart => {
  const at = part.lines.findIndex((line) => lineName(line) === name);
  const place = at < 0 ? part.lines.length : at;
  const isOther = (line: string) => lineName(line) !== name;
  return {
    ...part,
    lines: [
      ...part.lines.slice(0, place).filter(isOther),
      ...lines,
      ...part.lines.slice(place).filter(isOther),
    ],
  };
};
