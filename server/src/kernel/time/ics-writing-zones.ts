import { hour, localText, minute, weekdayOf, type LocalTime } from './local-time.ts';
import { weekdays } from './rule.ts';
import { clockChanges, readZone } from './zones.ts';

/** A component in the format of ical.js: name, properties, components (RFC 7265). */
export type JsonProperty = [
  name: string,
  parameters: Record<string, string>,
  type: string,
  value: unknown,
];
export type JsonComponent = [name: string, properties: JsonProperty[], components: JsonComponent[]];

const offsetText = (offset: number): string => {
  const size = Math.round(Math.abs(offset) / 1_000);
  const two = (number: number) => String(number).padStart(2, '0');
  const seconds = size % 60 === 0 ? '' : `:${two(size % 60)}`;
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(size / 3_600))}:${two(Math.floor(size / 60) % 60)}${seconds}`;
};

/** Clock changes that can share a yearly rule: from and to the same offset, in the same month, at the same time. */
interface Run {
  readonly from: number;
  readonly to: number;
  readonly month: number;
  readonly days: Set<string>;
  readonly locals: LocalTime[];
}

/** Returns the ways in which a rule can describe a day of a month: `-1SU` for the last Sunday, `2SU` for the second. */
const daysOf = (local: LocalTime): string[] => {
  const made = new Date(local);
  const name = weekdays[weekdayOf(local)] ?? '';
  const days = new Date(Date.UTC(made.getUTCFullYear(), made.getUTCMonth() + 1, 0)).getUTCDate();
  const isLast = made.getUTCDate() + 7 > days;
  return [...(isLast ? [`-1${name}`] : []), `${Math.ceil(made.getUTCDate() / 7)}${name}`];
};

const timeOfDay = (local: LocalTime): number => local % (24 * hour);
const yearOf = (local: LocalTime): number => new Date(local).getUTCFullYear();

/** Adds a change to the run that it continues, or starts a new one. */
const addTo = (runs: Run[], from: number, to: number, local: LocalTime): void => {
  const days = daysOf(local);
  const month = new Date(local).getUTCMonth() + 1;
  const run = runs.findLast((item) => item.from === from && item.to === to && item.month === month);
  const last = run?.locals.at(-1);
  const common = days.filter((item) => run?.days.has(item));
  const goesOn =
    run !== undefined &&
    last !== undefined &&
    common.length > 0 &&
    yearOf(last) + 1 === yearOf(local) &&
    timeOfDay(last) === timeOfDay(local);
  if (!goesOn) {
    runs.push({ from, to, month, days: new Set(days), locals: [local] });
    return;
  }
  run.locals.push(local);
  for (const item of run.days) if (!common.includes(item)) run.days.delete(item);
};

const componentOf = ({ from, to, month, days, locals }: Run, lastYear: number): JsonComponent => {
  const [first = 0, last = first] = [locals[0], locals.at(-1)];
  const isOpen = yearOf(last) >= lastYear;
  const until = { until: `${localText(last - from)}Z` };
  const rule = { freq: 'YEARLY', ...(isOpen ? {} : until), bymonth: month, byday: [...days][0] };
  return [
    to > from ? 'daylight' : 'standard',
    [
      ['dtstart', {}, 'date-time', localText(first)],
      ['tzoffsetfrom', {}, 'utc-offset', offsetText(from)],
      ['tzoffsetto', {}, 'utc-offset', offsetText(to)],
      ...(locals.length > 1 ? [['rrule', {}, 'recur', rule] satisfies JsonProperty] : []),
    ],
    [],
  ];
};

/** Minimum years to examine, to distinguish the second Sunday from the last one. */
const fewestYears = 8;

/** Returns the VTIMEZONE of a zone, correct for the years from the first to the last. */
export const zoneComponent = (name: string, firstYear: number, lastYear: number): JsonComponent => {
  const first = firstYear - 1;
  const last = Math.max(lastYear + 1, first + fewestYears);
  const begin = Date.UTC(first, 0, 1);
  const offset = readZone(name).offsetAt(begin);
  const runs: Run[] = [];
  for (const { at, before, after } of clockChanges(name, first, last))
    addTo(runs, before, after, Math.round((at + before) / minute) * minute);
  const base: Run = { from: offset, to: offset, month: 1, days: new Set(), locals: [begin] };
  return [
    'vtimezone',
    [['tzid', {}, 'text', name]],
    [base, ...runs].map((run) => componentOf(run, last)),
  ];
};
