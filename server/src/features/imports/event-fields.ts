import {
  attendeeReaders,
  eventAudiences,
  eventLimits as limits,
  registrationModes,
  waitlistModes,
} from '#contract/events/limits.ts';
import { cleanRichText } from '../../kernel/http/rich-text.ts';
import { localTimeFrom } from '../../kernel/time/local-time.ts';
import { findIanaZone } from '../../kernel/time/zones.ts';
import { tidyTags } from '../events/events.rules.ts';
import type { EventColumn } from '../events/import/staged-events.queries.ts';
import {
  instant,
  line,
  listOf,
  oneOf,
  short,
  splitList,
  InvalidCell,
  yesNo,
  type Parse,
} from './imports.rules.ts';

/** Maximum lengths of texts, in characters. */
const longest = { code: 120, html: 40_000, username: 120 } as const;

const code: Parse = (text) => {
  const value = short(text, longest.code);
  if (value === '') return new InvalidCell('is empty; every event needs one');
  return typeof value === 'string' && /\p{Cc}/u.test(value)
    ? new InvalidCell('contains a control character')
    : value;
};

const description: Parse = (text) => {
  if (text.length > longest.html)
    return new InvalidCell(`is longer than ${longest.html} characters`);
  const clean = cleanRichText(text);
  if (clean.text.length > limits.descriptionText)
    return new InvalidCell(`has more than ${limits.descriptionText} characters of text`);
  return clean.text === '' ? null : clean.html;
};

const web: Parse = (text) => {
  const value = short(text, limits.url);
  if (value === '' || value instanceof InvalidCell) return value === '' ? null : value;
  return /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i.test(value)
    ? value
    : new InvalidCell('is not an address that begins with https:// or http://');
};

/** Returns a time in the event's time zone, or a day, or null if it is neither. */
const timeText = (text: string): string | null => {
  const value = text.trim().replace(' ', 'T');
  const [, whole] = /^(\d{4}-\d\d-\d\d(?:T\d\d:\d\d)?)(?::00)?$/.exec(value) ?? [];
  if (whole === undefined) return null;
  return localTimeFrom(whole.length === 10 ? whole : `${whole}:00`) === undefined ? null : whole;
};

const time: Parse = (text) => {
  if (text.trim() === '') return null;
  return (
    timeText(text) ??
    new InvalidCell('is not a time such as 2026-10-05T18:00, or a day such as 2026-10-05')
  );
};

/** Returns times in a pattern such as `a/b` or `a=b/c`, or null if one of them is invalid. */
const timesText = (text: string, signs: readonly string[]): string | null => {
  const parts: string[] = [];
  let rest = text;
  for (const sign of signs) {
    const at = rest.indexOf(sign);
    if (at === -1) return null;
    parts.push(rest.slice(0, at));
    rest = rest.slice(at + 1);
  }
  const times = [...parts, rest].map(timeText);
  if (times.includes(null)) return null;
  return times.map((one, place) => `${one}${signs[place] ?? ''}`).join('');
};

const listOfTimes =
  (signs: readonly string[], most: number, example: string): Parse =>
  (text) => {
    const items = splitList(text);
    if (items.length > most) return new InvalidCell(`has more than ${most} items`);
    const times = items.map((item) => timesText(item, signs));
    return times.includes(null)
      ? new InvalidCell(`is not a list such as ${example}`)
      : times.filter((one) => one !== null);
  };

const zone: Parse = (text) => {
  const value = text.trim();
  if (value === '') return null;
  return (
    findIanaZone(value)?.name ?? new InvalidCell('is not a time zone such as America/New_York')
  );
};

const number =
  (least: number, most: number): Parse =>
  (text) => {
    const value = text.trim();
    if (value === '') return null;
    const given = /^\d{1,9}$/.test(value) ? Number(value) : -1;
    return given >= least && given <= most
      ? given
      : new InvalidCell(`is not a number from ${least} to ${most}`);
  };

const tags: Parse = (text) => {
  const given = tidyTags(splitList(text));
  if (given.length > limits.tags) return new InvalidCell(`has more than ${limits.tags} items`);
  return given.every((tag) => tag.length <= limits.tag)
    ? given
    : new InvalidCell(`has an item longer than ${limits.tag} characters`);
};

export const eventFields: Readonly<
  Record<string, { readonly column: EventColumn | 'code'; readonly parse: Parse }>
> = {
  code: { column: 'code', parse: code },
  title: { column: 'title', parse: line(limits.title) },
  club: { column: 'club', parse: line(longest.code) },
  description: { column: 'description', parse: description },
  start: { column: 'starts', parse: time },
  end: { column: 'ends', parse: time },
  timeZone: { column: 'zone', parse: zone },
  rrule: { column: 'rule', parse: line(500) },
  except: {
    column: 'exceptions',
    parse: listOfTimes([], 1_000, '2026-10-12T18:00|2026-10-19T18:00'),
  },
  moved: {
    column: 'moved',
    parse: listOfTimes(['=', '/'], 1_000, '2026-10-12T18:00=2026-10-13T19:00/2026-10-13T21:00'),
  },
  dates: {
    column: 'dates',
    parse: listOfTimes(['/'], limits.dates, '2026-10-12T18:00/2026-10-12T20:00'),
  },
  location: { column: 'location', parse: line(limits.location) },
  address: { column: 'address', parse: line(limits.address) },
  mapUrl: { column: 'map_url', parse: web },
  onlineUrl: { column: 'online_url', parse: web },
  onlineOpensMinutes: { column: 'online_opens_minutes', parse: number(0, limits.minutesBefore) },
  tags: { column: 'tags', parse: tags },
  status: { column: 'status', parse: oneOf(['draft', 'published', 'canceled']) },
  isTemplate: { column: 'is_template', parse: yesNo },
  audience: { column: 'audience', parse: oneOf(eventAudiences.filter((one) => one !== 'hub')) },
  memberTags: { column: 'member_tags', parse: listOf(limits.memberTags, 40) },
  hosts: { column: 'hosts', parse: listOf(limits.hosts, longest.username) },
  cohosts: { column: 'cohosts', parse: listOf(limits.cohosts, longest.code) },
  invited: { column: 'invited', parse: listOf(limits.invited, longest.username) },
  registration: { column: 'registration', parse: oneOf(registrationModes) },
  opensAt: { column: 'opens_at', parse: instant },
  closesAt: { column: 'closes_at', parse: instant },
  closesMinutes: { column: 'closes_minutes', parse: number(0, limits.minutesBefore) },
  capacity: { column: 'capacity', parse: number(0, limits.capacity) },
  guestsMax: { column: 'guests_max', parse: number(0, limits.guests) },
  needsApproval: { column: 'needs_approval', parse: yesNo },
  allowsMaybe: { column: 'allows_maybe', parse: yesNo },
  waitlist: { column: 'waitlist', parse: oneOf(waitlistModes) },
  offerHours: { column: 'offer_hours', parse: number(1, limits.offerHours) },
  attendeesFor: { column: 'attendees_for', parse: oneOf(attendeeReaders) },
  createdAt: { column: 'created_at', parse: instant },
};
