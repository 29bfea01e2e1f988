import { bookingLimits as limits } from '#contract/booking/limits.ts';
import type { Call } from '../../kernel/handle.ts';
import { invalidParameter } from '../../kernel/http/json-parameter.ts';
import { day, localTimeFrom } from '../../kernel/time/local-time.ts';
import { instantIn, readZone } from '../../kernel/time/zones.ts';
import { viewContextOf } from '../people/people.views.ts';
import { visibilityOf } from '../people/privacy/privacy.queries.ts';
import type { Span } from './booking.rules.ts';

/** Returns the visibility for the caller. */
export const visibilityFor = (call: Call) => {
  const { viewer, connect, rules } = viewContextOf(call);
  return visibilityOf(viewer, connect, rules);
};

/** Reads a day or an instant of a query. Days are in the zone, and an end day is included. */
const readMoment = (name: string, text: string, zone: string, isEnd: boolean): number => {
  const date = text.length === 10 ? localTimeFrom(text) : undefined;
  if (date !== undefined) return instantIn(readZone(zone), date + (isEnd ? day : 0));
  const instant = /^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:\d\d)$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (Number.isNaN(instant)) throw invalidParameter(name, 'must be a day or an instant');
  return instant;
};

/** Reads the time range of a query for slots. */
export const readWindow = (
  call: Call,
  { from, to }: { from: string | undefined; to: string | undefined },
  zone = 'UTC',
): Span => {
  const begin = from === undefined ? call.now.getTime() : readMoment('from', from, zone, false);
  const end = to === undefined ? begin + limits.mobileDays * day : readMoment('to', to, zone, true);
  // One day longer, because the clock can change.
  if (end < begin || end - begin > (limits.windowDays + 1) * day)
    throw invalidParameter('to', `must be after from, at most ${limits.windowDays} days`);
  return { from: begin, to: end };
};
