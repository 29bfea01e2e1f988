import { newClientId } from '#contract/client-id.ts';
import type { CalendarItem, CalendarSources } from '#contract/calendar/endpoints.ts';
import type { EditScope } from '#contract/calendar-entries/endpoints.ts';
import type { CalendarKind } from '#contract/calendar/kinds.ts';
import { call, callQuery } from '../../lib/call.ts';
import { upload } from '../../lib/upload.ts';

const listCall = 'GET /api/v1/calendar';
const sourcesCall = 'GET /api/v1/calendar/sources';
const feedsCall = 'GET /api/v1/calendar/feeds';
const passwordsCall = 'GET /api/v1/calendar/app-passwords';

/** What changes with an entry, and with what a calendar is made of. */
export const staleItems = [listCall] as const;
export const staleSources = [sourcesCall, listCall] as const;
export const staleFeeds = [feedsCall] as const;
export const stalePasswords = [passwordsCall] as const;

/** Days from one up to another, which is not in it. */
export interface Days {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

export const calendarItems = (days: Days) => callQuery(listCall, { ...days });
export const sources = () => callQuery(sourcesCall, {});
export const feeds = () => callQuery(feedsCall, {});
export const passwords = () => callQuery(passwordsCall, {});

export const readEntry = (id: string) => call('GET /api/v1/calendar/entries/{id}', { id });

/** What a form holds of an entry, as calls take it. */
export interface EntryContent {
  readonly title: string;
  readonly location: string | null;
  readonly note: string | null;
  readonly color: number | null;
  readonly alarm: number | null;
  readonly isFree: boolean;
  readonly dateStart: string;
  readonly dateEnd: string;
  readonly timeZone: string;
  readonly rrule?: string | null;
}

export const createEntry = (entry: EntryContent) =>
  call('POST /api/v1/calendar/entries', { clientId: newClientId(), ...entry });

/** Which of a series is meant. */
export interface Which {
  readonly id: string;
  readonly version: number;
  readonly scope: EditScope;
  readonly occurrence: string | null;
}

const whichOf = ({ id, version, scope, occurrence }: Which) => ({
  id,
  version,
  scope,
  ...(occurrence !== null && { occurrence }),
});

export const updateEntry = (which: Which, change: Partial<EntryContent>) =>
  call('PATCH /api/v1/calendar/entries/{id}', { ...whichOf(which), ...change });

export const deleteEntry = (which: Which) =>
  call('DELETE /api/v1/calendar/entries/{id}', whichOf(which));

/** Shows or hides a kind, or a calendar from elsewhere. */
export const showKind = (kind: CalendarKind, isShown: boolean): Promise<CalendarSources> =>
  call('PATCH /api/v1/calendar/sources', isShown ? { shown: [kind] } : { hidden: [kind] });
export const chooseColor = (ownColor: number) =>
  call('PATCH /api/v1/calendar/sources', { ownColor });

export const updateSubscription = (
  id: string,
  change: { name?: string; color?: number; isShown?: boolean },
) => call('PATCH /api/v1/calendar/subscriptions/{id}', { id, ...change });
export const subscribe = (clientId: string, url: string, name: string, color: number) =>
  call('POST /api/v1/calendar/subscriptions', {
    clientId,
    url,
    color,
    ...(name !== '' && { name }),
  });
export const readAgain = (id: string) =>
  call('POST /api/v1/calendar/subscriptions/{id}/read', { id });
export const removeSubscription = (id: string) =>
  call('DELETE /api/v1/calendar/subscriptions/{id}', { id });
export const uploadCalendar = (
  file: File,
  way: { onSent: (share: number) => void; signal: AbortSignal },
) => {
  const name = file.name.replace(/\.ics$/i, '').slice(0, 80);
  return upload(
    'POST /api/v1/calendar/subscriptions/upload',
    { clientId: newClientId(), ...(name !== '' && { name }), color: 4, upload: file },
    way,
  );
};

export const createFeed = (
  clientId: string,
  name: string,
  of: { kinds: CalendarKind[] } | { club: string } | { hub: string },
  { alarm, ...ends }: { alarm: number | null; expiresInDays?: number },
) => call('POST /api/v1/calendar/feeds', { clientId, name, ...of, alarm, ...ends });

/** The clubs and hubs that the viewer belongs to, which have calendars of their own. */
export const ownClubs = () =>
  callQuery('GET /api/v1/clubs', {
    filters: JSON.stringify({ MembershipStatus: ['member'] }),
    pageSize: 100,
  });
export const ownHubs = () => callQuery('GET /api/v1/hubs', {});
export const renewFeed = (id: string) => call('POST /api/v1/calendar/feeds/{id}/renew', { id });
export const revokeFeed = (id: string) => call('DELETE /api/v1/calendar/feeds/{id}', { id });
export const createPassword = (clientId: string, name: string, ends: { expiresInDays?: number }) =>
  call('POST /api/v1/calendar/app-passwords', { clientId, name, ...ends });
export const revokePassword = (id: string) =>
  call('DELETE /api/v1/calendar/app-passwords/{id}', { id });

/** Whether an item is shown, by what somebody has switched off. */
export const shownBy = ({ kinds, calendars }: CalendarSources) => {
  const hidden = new Set([
    ...kinds.filter(({ isShown }) => !isShown).map(({ kind }): string => kind),
    ...calendars.filter(({ isShown }) => !isShown).map(({ id }) => id),
  ]);
  return ({ calendar }: Pick<CalendarItem, 'calendar'>): boolean => !hidden.has(calendar);
};

/** The next time of an event that repeats at which nothing else is in one's calendar. */
export const nextFreeOf = (id: string, occurrence: string) =>
  callQuery('GET /api/v1/events/{id}/next-free', { id, occurrence });
