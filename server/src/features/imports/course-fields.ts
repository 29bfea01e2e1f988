import { meetingKinds, sectionRoles } from '#contract/courses/kinds.ts';
import { findIanaZone } from '../../kernel/time/zones.ts';
import { localTimeFrom } from '../../kernel/time/local-time.ts';
import { weekdays } from '../../kernel/time/rule.ts';
import type { ColumnOf } from '../courses/import/staged-courses.queries.ts';
import {
  line,
  oneOf,
  short,
  splitList,
  username,
  InvalidCell,
  yesNo,
  type Parse,
} from './imports.rules.ts';

interface Field<C extends string> {
  readonly column: C;
  readonly parse: Parse;
}
export type Fields<C extends string> = Readonly<Record<string, Field<C>>>;

/** Maximum lengths of texts and lists. */
const most = { code: 120, meeting: 60, name: 120, title: 300, description: 10_000, days: 200 };

export const code =
  (what: string, max: number = most.code): Parse =>
  (text) => {
    const value = short(text, max);
    if (value === '') return new InvalidCell(`is empty; ${what}`);
    return typeof value === 'string' && /\p{Cc}/u.test(value)
      ? new InvalidCell('contains a control character')
      : value;
  };

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && localTimeFrom(text) !== undefined;

export const day: Parse = (text) => {
  const value = text.trim();
  if (value === '') return null;
  return isDay(value) ? value : new InvalidCell('is not a day such as 2026-09-01');
};

const daysList: Parse = (text) => {
  const days = splitList(text);
  if (days.length > most.days) return new InvalidCell(`has more than ${most.days} days`);
  return days.every(isDay)
    ? days.toSorted()
    : new InvalidCell('is not a list of days such as 2026-11-26|2026-11-27');
};

const time: Parse = (text) => {
  const value = text.trim();
  if (value === '') return null;
  return /^(?:[01]?\d|2[0-3]):[0-5]\d(?::00)?$/.test(value) || value === '24:00'
    ? value
    : new InvalidCell('is not a time such as 09:30');
};

/** Days of the week as numbers, 1 is Monday. */
const days: Parse = (text) => {
  const items = splitList(text).map((item) => item.toUpperCase());
  const found = items.map((item) => (weekdays as readonly string[]).indexOf(item) + 1);
  return found.every((place) => place > 0)
    ? [...new Set(found)].toSorted((a, b) => a - b).map(String)
    : new InvalidCell(`is not a list of days such as MO|WE; days are ${weekdays.join(', ')}`);
};

const zone: Parse = (text) => {
  const value = text.trim();
  if (value === '') return null;
  return (
    findIanaZone(value)?.name ?? new InvalidCell('is not a time zone such as America/New_York')
  );
};

const weeks: Parse = (text) => {
  const value = text.trim();
  if (value === '') return null;
  return /^(?:[1-9]|10)$/.test(value)
    ? Number(value)
    : new InvalidCell('is not a number from 1 to 10');
};

const optionalCode: Parse = (text) => (text.trim() === '' ? null : code('')(text));

/** Parses `active` or `dropped`. */
const status: Parse = (text) => {
  const value = text.trim().toLowerCase();
  if (value === '') return null;
  return value === 'active' || value === 'dropped'
    ? value === 'active'
    : new InvalidCell('is none of active, dropped');
};

const inSection = {
  column: 'section',
  parse: code('it names the section by its code'),
} as const;

export const termFields: Fields<ColumnOf<'terms'> | 'code'> = {
  code: { column: 'code', parse: code('every term needs one') },
  name: { column: 'name', parse: line(most.name) },
  start: { column: 'starts_on', parse: day },
  end: { column: 'ends_on', parse: day },
  timeZone: { column: 'time_zone', parse: zone },
  holidays: { column: 'holidays', parse: daysList },
};

export const courseFields: Fields<ColumnOf<'courses'> | 'code'> = {
  code: { column: 'code', parse: code('every course needs one') },
  number: { column: 'number', parse: line(most.name) },
  title: { column: 'title', parse: line(most.title) },
  description: { column: 'description', parse: line(most.description) },
};

export const sectionFields: Fields<ColumnOf<'sections'> | 'code'> = {
  code: { column: 'code', parse: code('every section needs one') },
  course: { column: 'course', parse: optionalCode },
  term: { column: 'term', parse: optionalCode },
  name: { column: 'name', parse: line(most.name) },
  isActive: { column: 'is_active', parse: yesNo },
};

export const meetingFields: Fields<ColumnOf<'meetings'> | 'section' | 'code'> = {
  section: inSection,
  meeting: {
    column: 'code',
    parse: code('it tells the meetings of a section apart', most.meeting),
  },
  kind: { column: 'kind', parse: oneOf(meetingKinds) },
  days: { column: 'weekdays', parse: days },
  date: { column: 'date', parse: day },
  start: { column: 'begins', parse: time },
  end: { column: 'ends', parse: time },
  from: { column: 'first_on', parse: day },
  until: { column: 'last_on', parse: day },
  every: { column: 'every', parse: weeks },
  except: { column: 'exceptions', parse: daysList },
  room: { column: 'room', parse: line(most.name) },
};

export const sectionMemberFields: Fields<ColumnOf<'members'> | 'section' | 'username'> = {
  section: inSection,
  username: { column: 'username', parse: username },
  role: { column: 'role', parse: oneOf(sectionRoles) },
  status: { column: 'is_active', parse: status },
};
