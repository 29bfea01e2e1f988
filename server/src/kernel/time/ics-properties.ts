import { untilOf } from './ics-values.ts';
import type { JsonComponent, JsonProperty } from './ics-writing-zones.ts';
import { instantText, localText, type Instant, type LocalTime } from './local-time.ts';
import type { Rule } from './rule.ts';
import { isAllDay, type Reminder, type Series } from './series.ts';
import { instantIn, readZone } from './zones.ts';

/* Properties of calendar files, in the format of ical.js. */

/** Removes characters that calendar lines can't contain. */
export const plain = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '');

export const textProperty = (name: string, text: string): JsonProperty => [
  name,
  {},
  'text',
  plain(text),
];
export const instantProperty = (name: string, instant: Instant): JsonProperty => [
  name,
  {},
  'date-time',
  instantText(instant),
];

/** Returns a time of a series: with its zone, in UTC if that is its zone, or as a date. */
export const timeProperty = (name: string, series: Series, time: LocalTime): JsonProperty => {
  if (isAllDay(series)) return [name, {}, 'date', localText(time).slice(0, 10)];
  return series.zone === 'UTC'
    ? instantProperty(name, time)
    : [name, { tzid: series.zone }, 'date-time', localText(time)];
};

/** UNTIL is in UTC if the start has a zone, and otherwise in local time (RFC 5545 3.3.10). */
export const ruleProperty = (series: Series, rule: Rule, isFloating = false): JsonProperty => {
  const until = untilOf(rule, null);
  const ends =
    until === undefined
      ? undefined
      : isAllDay(series)
        ? localText(until).slice(0, 10)
        : isFloating
          ? localText(until)
          : instantText(instantIn(readZone(series.zone), until));
  const list = (name: 'BYMONTH' | 'BYWEEKNO' | 'BYYEARDAY' | 'BYMONTHDAY' | 'BYSETPOS') =>
    rule.lists[name] === undefined ? {} : { [name.toLowerCase()]: [...rule.lists[name]] };
  const value = {
    freq: rule.frequency,
    ...(rule.interval > 1 && { interval: rule.interval }),
    ...(rule.count !== undefined && { count: rule.count }),
    ...(ends !== undefined && { until: ends }),
    ...list('BYMONTH'),
    ...list('BYWEEKNO'),
    ...list('BYYEARDAY'),
    ...list('BYMONTHDAY'),
    ...(rule.weekdays && { byday: [...rule.weekdays] }),
    ...list('BYSETPOS'),
    ...(rule.weekStart !== 'MO' && { wkst: rule.weekStart }),
  };
  return ['rrule', {}, 'recur', value];
};

export const reminderComponent = (
  { days = 0, minutes = 0 }: Reminder,
  summary: string,
): JsonComponent => {
  const parts = [days > 0 || minutes === 0 ? `${days}D` : '', minutes > 0 ? `T${minutes}M` : ''];
  return [
    'valarm',
    [
      textProperty('action', 'DISPLAY'),
      ['trigger', {}, 'duration', `-P${parts.join('')}`],
      textProperty('description', summary),
    ],
    [],
  ];
};
