import { dayIn, nextDay, startOfDay } from '../event-times.ts';

/* The state of the event list in the URL. */
export type EventsSearch = Record<string, string>;

export const spans = ['today', 'week', 'weekend', 'month'] as const;
export type Span = (typeof spans)[number];

/** Returns the first and last day of a span from today on. Weeks start on Monday. */
export function daysOf(span: Span, now = new Date()): readonly [string, string] {
  const today = dayIn(now);
  const weekday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7;
  switch (span) {
    case 'today':
      return [today, today];
    case 'week':
      return [today, nextDay(today, 6 - weekday)];
    case 'weekend':
      return weekday >= 5
        ? [today, nextDay(today, 6 - weekday)]
        : [nextDay(today, 5 - weekday), nextDay(today, 6 - weekday)];
    case 'month': {
      const [year = 0, month = 1] = today.split('-').map(Number);
      const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
      return [today, `${today.slice(0, 8)}${String(last).padStart(2, '0')}`];
    }
  }
}

const spanOf = (search: EventsSearch): Span | undefined =>
  spans.find((one) => one === search['when']);

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
/** Returns the selected day. */
export const selectedDay = (search: EventsSearch): string | null =>
  dayPattern.test(search['day'] ?? '') && !Number.isNaN(Date.parse(search['day'] ?? ''))
    ? (search['day'] ?? null)
    : null;

export const viewOf = (search: EventsSearch): 'upcoming' | 'mine' | 'managed' | 'past' =>
  (['mine', 'managed', 'past'] as const).find((one) => one === search['view']) ?? 'upcoming';

export const flags = [
  ['fits', 'Fits'],
  ['known', 'Known'],
  ['free', 'Free'],
  ['online', 'Online'],
  ['room', 'HasRoom'],
] as const;

/** Returns the API filters for a URL. */
export function filtersOf(search: EventsSearch, now = new Date()): Record<string, unknown> {
  const filters: Record<string, unknown> = {};
  const view = viewOf(search);
  const [day, span] = [selectedDay(search), spanOf(search)];
  const window = day === null ? (span === undefined ? null : daysOf(span, now)) : [day, day];
  if (search['search_word']) filters['Search'] = search['search_word'];
  if (search['tag']) filters['Tags'] = search['tag'].split(',');
  if (search['club']) filters['Club'] = search['club'];
  if (search['host']) filters['HostKind'] = search['host'];
  for (const [name, filter] of flags) if (search[name] === '1') filters[filter] = true;
  if (view === 'mine') filters['Mine'] = ['registered', 'waiting', 'hosting', 'invited'];
  if (view === 'managed') filters['Managed'] = true;
  if (view === 'past') filters['Past'] = true;
  else if (window) {
    filters['From'] = startOfDay(window[0] ?? '').toISOString();
    filters['To'] = startOfDay(nextDay(window[1] ?? '', 1)).toISOString();
  }
  return filters;
}

/** Returns whether any filter is set, apart from the search text. */
export const isNarrowed = (search: EventsSearch): boolean =>
  Object.keys(search).some((name) => !['month', 'layout'].includes(name));

export const withoutFilters = ({ view, layout }: EventsSearch): EventsSearch => ({
  ...(view !== undefined && { view }),
  ...(layout !== undefined && { layout }),
});
