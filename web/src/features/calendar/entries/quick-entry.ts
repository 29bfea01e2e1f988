import type { Chrono } from 'chrono-node';
import type { Locale } from '../../../lib/messages.ts';

/** A text such as "Lunch Fri 12", with its date and time taken out. */
export interface QuickEntry {
  readonly title: string;
  readonly dateStart: string;
  readonly dateEnd: string;
}

interface Times {
  readonly dateStart: string;
  readonly dateEnd: string;
}

const minuteMs = 60_000;

/** A single hour or two after a day, which the library doesn't read as times: "Fri 9", "tomorrow 7-8". */
const bareHours = /^\s+(\d{1,2})(?:\s?[-–]\s?(\d{1,2}))?(?=\s|$)/;
/** Without AM or PM, these hours count as afternoon. */
const afternoonUntil = 6;
const hourOf = (text: string): number | null => {
  const hour = Number(text);
  if (hour > 23) return null;
  return hour >= 1 && hour <= afternoonUntil ? hour + 12 : hour;
};

const withoutEdges = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replace(/^[\s,;:–-]+|[\s,;:–-]+$/g, '');

/**
 * Parses the date and time in a text. Returns null if there are none. `usual`: the default start and end; a text with only a day keeps their
 * time, and a text with only a start keeps their duration.
 */
export function readQuickEntry(
  chrono: Pick<Chrono, 'parse'>,
  text: string,
  usual: Times,
  now: Date,
): QuickEntry | null {
  const found = chrono
    .parse(text, now, { forwardDate: true })
    .filter(({ start }) =>
      ['hour', 'day', 'weekday'].some((part) => start.isCertain(part as 'day')),
    )
    // Names can look like days: "Sun bathing Sat 12".
    .toSorted(
      (a, b) =>
        Number(b.start.isCertain('hour')) - Number(a.start.isCertain('hour')) || b.index - a.index,
    )[0];
  if (found === undefined) return null;
  const length = Date.parse(usual.dateEnd) - Date.parse(usual.dateStart);
  const start = found.start.date();
  let end = found.end?.date() ?? null;
  let { text: taken } = found;
  if (!found.start.isCertain('hour')) {
    const bare = bareHours.exec(text.slice(found.index + taken.length));
    const hour = bare?.[1] === undefined ? null : hourOf(bare[1]);
    const until = bare?.[2] === undefined ? null : hourOf(bare[2]);
    if (bare !== null && hour !== null) {
      taken += bare[0];
      start.setHours(hour, 0, 0, 0);
      if (until !== null) end = new Date(new Date(start).setHours(until, 0, 0, 0));
    } else {
      const at = new Date(usual.dateStart);
      start.setHours(at.getHours(), at.getMinutes(), 0, 0);
      end = null;
    }
  }
  if (end === null || end.getTime() - start.getTime() < minuteMs)
    end = new Date(start.getTime() + length);
  const rest = text.slice(0, found.index) + text.slice(found.index + taken.length);
  return {
    title: withoutEdges(rest) || text.trim(),
    dateStart: start.toISOString(),
    dateEnd: end.toISOString(),
  };
}

/** Loads the library for a language. */
export const loadChrono = (locale: Locale): Promise<Chrono> =>
  ({
    en: () => import('chrono-node/en'),
    de: () => import('chrono-node/de'),
    ar: () => import('chrono-node/ar'),
  })
    [locale]()
    .then(({ casual }) => casual);
