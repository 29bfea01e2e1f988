import { newClientId } from '#contract/client-id.ts';
import type { CalendarItem, CalendarSources } from '#contract/calendar/endpoints.ts';
import type { EditScope } from '#contract/calendar-entries/endpoints.ts';
import type { CalendarPassword } from '#contract/calendar-feeds/endpoints.ts';
import type { CalendarKind } from '#contract/calendar/kinds.ts';
import { subscribedColorDefault } from '#contract/calendar/personal-limits.ts';
import { chooseSources, readCalendar, readSources } from '#contract/calendar/calls.ts';
import {
  createEntry as createEntryCall,
  deleteEntry as deleteEntryCall,
  readEntry as readEntryCall,
  updateEntry as updateEntryCall,
} from '#contract/calendar-entries/calls.ts';
import {
  createFeed as createFeedCall,
  createPassword as createPasswordCall,
  listFeeds,
  listPasswords,
  renewFeed as renewFeedCall,
  revokeFeed as revokeFeedCall,
  revokePassword as revokePasswordCall,
} from '#contract/calendar-feeds/calls.ts';
import {
  createSubscription,
  deleteSubscription,
  readAgain as readAgainCall,
  updateSubscription as updateSubscriptionCall,
  uploadCalendar as uploadCalendarCall,
} from '#contract/calendar-subscriptions/calls.ts';
import { listClubs } from '#contract/clubs/calls.ts';
import { getNextFreeTime } from '#contract/events/calls.ts';
import { listHubs } from '#contract/hubs/calls.ts';
import { call, callQuery } from '../../lib/call.ts';
import { upload } from '../../lib/upload.ts';

/** Calls to repeat after an item changes, and after a calendar source changes. */
export const staleItems = [readCalendar] as const;
export const staleSources = [readSources, readCalendar] as const;
export const staleFeeds = [listFeeds] as const;
export const stalePasswords = [listPasswords] as const;

/** Days from the first up to the last, exclusive. */
export interface Days {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

export const calendarItems = (days: Days) => callQuery(readCalendar, { ...days });
export const sources = () => callQuery(readSources, {});
export const feeds = () => callQuery(listFeeds, {});
export const passwords = () => callQuery(listPasswords, {});

export const readEntry = (id: string) => call(readEntryCall, { id });

/** The form's values for a personal event, as the API takes them. */
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
  call(createEntryCall, { clientId: newClientId(), ...entry });

/** Identifies a personal event and which dates of its series. */
export interface DateScope {
  readonly id: string;
  readonly version: number;
  readonly scope: EditScope;
  readonly occurrence: string | null;
}

const whichOf = ({ id, version, scope, occurrence }: DateScope) => ({
  id,
  version,
  scope,
  ...(occurrence !== null && { occurrence }),
});

export const updateEntry = (which: DateScope, change: Partial<EntryContent>) =>
  call(updateEntryCall, { ...whichOf(which), ...change });

export const deleteEntry = (which: DateScope) => call(deleteEntryCall, whichOf(which));

/** Shows or hides a type of item or a subscribed calendar. */
export const showKind = (kind: CalendarKind, isShown: boolean): Promise<CalendarSources> =>
  call(chooseSources, isShown ? { shown: [kind] } : { hidden: [kind] });
export const chooseColor = (ownColor: number) => call(chooseSources, { ownColor });

export const updateSubscription = (
  id: string,
  change: { name?: string; color?: number; isShown?: boolean; countsAsBusy?: boolean },
) => call(updateSubscriptionCall, { id, ...change });
export const subscribe = (clientId: string, url: string, name: string, color: number) =>
  call(createSubscription, {
    clientId,
    url,
    color,
    ...(name !== '' && { name }),
  });
export const readAgain = (id: string) => call(readAgainCall, { id });
export const removeSubscription = (id: string) => call(deleteSubscription, { id });
export const uploadCalendar = (
  file: File,
  way: { onSent: (share: number) => void; signal: AbortSignal },
) => {
  const name = file.name.replace(/\.ics$/i, '').slice(0, 80);
  return upload(
    uploadCalendarCall,
    {
      clientId: newClientId(),
      ...(name !== '' && { name }),
      color: subscribedColorDefault,
      upload: file,
    },
    way,
  );
};

export const createFeed = (
  clientId: string,
  name: string,
  of: { kinds: CalendarKind[] } | { club: string } | { hub: string },
  { alarm, ...ends }: { alarm: number | null; expiresInDays?: number },
) => call(createFeedCall, { clientId, name, ...of, alarm, ...ends });

/** The user's clubs and hubs, which have their own calendars. */
export const ownClubs = () =>
  callQuery(listClubs, {
    filters: JSON.stringify({ MembershipStatus: ['member'] }),
    pageSize: 100,
  });
export const ownHubs = () => callQuery(listHubs, {});
export const renewFeed = (id: string) => call(renewFeedCall, { id });
export const revokeFeed = (id: string) => call(revokeFeedCall, { id });
export const createPassword = (
  clientId: string,
  name: string,
  access: CalendarPassword['access'],
  ends: { expiresInDays?: number },
) => call(createPasswordCall, { clientId, name, access, ...ends });
export const revokePassword = (id: string) => call(revokePasswordCall, { id });

/** Returns a function that tests whether an item is visible, given the hidden types and calendars. */
export const shownBy = ({ kinds, calendars }: CalendarSources) => {
  const hidden = new Set([
    ...kinds.filter(({ isShown }) => !isShown).map(({ kind }): string => kind),
    ...calendars.filter(({ isShown }) => !isShown).map(({ id }) => id),
  ]);
  return ({ calendar }: Pick<CalendarItem, 'calendar'>): boolean => !hidden.has(calendar);
};

/** The next date of a recurring event at which the user is free. */
export const nextFreeOf = (id: string, occurrence: string) =>
  callQuery(getNextFreeTime, { id, occurrence });
