import { keepPreviousData } from '@tanstack/react-query';
import type { EventItem, EventPage } from '#contract/events/endpoints.ts';
import type { InputOf, ReplyOf } from '#contract/call.ts';
import { listConflicts } from '#contract/calendar/calls.ts';
import { getClubOverview } from '#contract/club-office/calls.ts';
import { getClubAbout } from '#contract/clubs/calls.ts';
import {
  cancelRegistration,
  countEventDays,
  getCancellation,
  getEventFile,
  getEventRefunds,
  getEventSettings,
  getNextFreeTime,
  getPublicEvent,
  getRoomCalendar,
  listAttendees,
  listEventHosts,
  listEventHostChoices,
  listEventProposals,
  listEventRecommendations,
  listEventTags,
  listEvents,
  listEventInvitations,
  listTickets,
  previewUnregistering,
  readEvent,
  readRegistration,
} from '#contract/events/calls.ts';
import { listFeed, readPost } from '#contract/posts/calls.ts';
import { listRooms } from '#contract/rooms/calls.ts';
import { listSurveys } from '#contract/surveys/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery, steadyCallQuery } from '../../lib/call.ts';
import { ownZone } from '../../lib/date-format.ts';
import { useMessages } from '../../lib/messages.ts';
import { saveFile } from '../../lib/save-file.ts';
import { nextOffset } from '../../lib/next-offset.ts';
import { filtersOf, viewOf, type EventsSearch } from './listing/events-search.ts';
import { nextDay, startOfDay } from './event-times.ts';

/** The orders that canceling would end. They change at any time, so each dialog reads them. */
export const cancellation = (
  id: string,
  scope: InputOf<typeof getCancellation>['scope'],
  occurrence: string | undefined,
) => ({
  ...callQuery(getCancellation, { id, scope, ...(occurrence !== undefined && { occurrence }) }),
  staleTime: 0,
});

/** The refund for canceling the user's registration. It depends on the time. */
export const cancelPreview = (id: string, occurrence: string | undefined) => ({
  ...callQuery(previewUnregistering, { id, ...(occurrence !== undefined && { occurrence }) }),
  staleTime: 0,
});

/** Readings of the refunds' progress, in about five minutes. */
const progressReadings = 100;

/** The progress of the refunds of an event's tickets. The refunds of a canceled event run one after another. */
export const eventRefunds = (id: string) => ({
  ...callQuery(getEventRefunds, { id }),
  staleTime: 0,
  refetchInterval: ({
    state,
  }: {
    state: { data?: ReplyOf<typeof getEventRefunds> | undefined; dataUpdateCount: number };
  }) => {
    const { data, dataUpdateCount } = state;
    // An order can stay in none of these groups, for example if it was paid after the cancellation.
    if (data === undefined || dataUpdateCount >= progressReadings) return false;
    const done = data.refunded + data.pending + data.requested + data.declined;
    return done < data.orders ? 3_000 : false;
  },
});

/** Calls to repeat after a registration changes. */
export const staleRegistration = [
  listEvents,
  readEvent,
  listAttendees,
  readRegistration,
  listEventRecommendations,
  listTickets,
  // Posts show the registration for their event.
  listFeed,
  readPost,
] as const;
/** Calls to repeat after an event changes. */
export const staleEvent = [
  ...staleRegistration,
  countEventDays,
  getEventSettings,
  listEventProposals,
  getClubOverview,
  listEventTags,
  listEventHosts,
  getClubAbout,
  // An event reserves rooms.
  listRooms,
  getRoomCalendar,
] as const;

const pageSize = 30;
/** The number up to which the server counts events for lists that show a total. */
const counted = 200;
/** For lists without a total. */
const uncounted = 0;

type ListInput = InputOf<typeof listEvents>;

const pagesOf = (input: ListInput) => ({
  queryKey: [listEvents, 'pages', input] as const,
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    call(
      listEvents,
      // Only the first page needs the total.
      { ...input, pageOffset: pageParam, ...(pageParam > 0 && { counted: uncounted }) },
      signal,
    ),
  initialPageParam: 0,
  getNextPageParam: (
    last: { items: readonly unknown[] },
    all: readonly { items: readonly unknown[]; total: number; isTotalExact: boolean }[],
  ) => {
    const shown = all.reduce((sum, { items }) => sum + items.length, 0);
    const [first] = all;
    const isAll = first !== undefined && first.isTotalExact && shown >= first.total;
    return last.items.length < pageSize || isAll ? undefined : shown;
  },
});

/** The events that match a URL, page by page. */
export const eventPages = (search: EventsSearch) =>
  pagesOf({
    filters: JSON.stringify(filtersOf(search)),
    counted,
    optionalProperties: JSON.stringify(['Overlaps']),
    ...(viewOf(search) === 'past' && { ordering: 'StartDesc' }),
    pageSize,
  });

/** Maximum number of events shown per month. Schools have fewer, and each day links to its list. */
const eventsPerMonthMax = 500;
const monthPage = 100;

/** All events in the weeks of a month. */
export const eventsOfMonth = (search: EventsSearch, month: string) => {
  const { day: _, when: __, view: ___, ...rest } = search;
  const filters = JSON.stringify({
    ...filtersOf(rest),
    From: startOfDay(nextDay(`${month}-01`, -7)).toISOString(),
    To: startOfDay(nextDay(`${month}-01`, 44)).toISOString(),
  });
  return {
    queryKey: [listEvents, 'month', { filters }] as const,
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const items: EventItem[] = [];
      while (items.length < eventsPerMonthMax) {
        const page = await call(
          listEvents,
          { filters, counted: uncounted, pageSize: monthPage, pageOffset: items.length },
          signal,
        );
        items.push(...page.items);
        if (page.items.length < monthPage) break;
      }
      return items;
    },
    placeholderData: keepPreviousData,
  };
};

/** Number of similar events that an event's page shows of each sort. */
export const similarShown = 3;

/** A club's upcoming events, page by page. */
export const clubEventPages = (club: string) =>
  pagesOf({ filters: JSON.stringify({ Club: club }), counted: uncounted, pageSize });

/** The next events of a club, or with one of some tags. */
export const similarEvents = (filters: { Club: string } | { Tags: readonly string[] }) =>
  callQuery(listEvents, {
    filters: JSON.stringify(filters),
    counted: uncounted,
    pageSize: similarShown * 2 + 1,
  });

/** The next events that the reader has registered for or is on the waitlist of. */
export const myEvents = () =>
  callQuery(listEvents, {
    filters: JSON.stringify({ Mine: ['registered', 'waiting'] }),
    counted: uncounted,
    pageSize: 5,
  });

/** The number of events on each day of a month, including the adjacent days that its grid shows. */
export const eventDays = (from: string, to: string) =>
  steadyCallQuery(countEventDays, { from, to, timeZone: ownZone() });

/** Own proposals, or those of a club that the viewer may see. */
export const eventProposals = (club?: string) =>
  callQuery(listEventProposals, club === undefined ? {} : { club });

/** Clubs that host upcoming events. */
export const eventHosts = () => callQuery(listEventHosts, {});
export const eventTags = () => callQuery(listEventTags, {});
export const clubSurveys = (club: string) => callQuery(listSurveys, { id: club, size: 100 });
export const eventHostChoices = () => callQuery(listEventHostChoices, {});

/** Items in the reader's calendar that overlap an event. */
export const conflictsOf = ({ dateStart, dateEnd }: Pick<EventItem, 'dateStart' | 'dateEnd'>) =>
  callQuery(listConflicts, { from: dateStart, to: dateEnd, timeZone: ownZone() });

/** The next date of a recurring event at which the reader is free. */
export const nextFreeTime = (id: string, occurrence: string) =>
  callQuery(getNextFreeTime, { id, occurrence });

/** An event on one of its dates. `code` reveals hidden ticket types. */
export const eventPage = (id: string, occurrence: string | undefined, code?: string) =>
  steadyCallQuery(readEvent, {
    id,
    ...(occurrence !== undefined && { occurrence }),
    ...(code !== undefined && { code }),
  });

/** An event's settings, for the given date or the next one. */
export const eventSettings = (id: string, occurrence?: string) =>
  callQuery(getEventSettings, { id, ...(occurrence !== undefined && { occurrence }) });
export const publicEvent = (id: string, occurrence: string | undefined) =>
  callQuery(getPublicEvent, { id, ...(occurrence !== undefined && { occurrence }) });
export const recommendedEvents = (size: number) => callQuery(listEventRecommendations, { size });
export const ownRegistration = (id: string, occurrence: string | undefined) =>
  callQuery(readRegistration, { id, ...(occurrence !== undefined && { occurrence }) });

const attendeesSize = 50;
type AttendeesInput = Parameters<typeof callQuery<typeof listAttendees>>[1];
/** The attendees of an event, page by page. */
export const attendeePages = (input: Omit<AttendeesInput, 'pageOffset' | 'pageSize'>) => ({
  queryKey: [listAttendees, 'pages', input] as const,
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    call(listAttendees, { ...input, pageOffset: pageParam, pageSize: attendeesSize }, signal),
  initialPageParam: 0,
  getNextPageParam: nextOffset,
});

/** The invitations to an event, page by page. */
export const invitationPages = (id: string) => ({
  queryKey: [listEventInvitations, 'pages', { id }] as const,
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    call(listEventInvitations, { id, pageOffset: pageParam, pageSize: attendeesSize }, signal),
  initialPageParam: 0,
  getNextPageParam: nextOffset,
});

/** Saves an event as a calendar file, with all its dates or the registered one. */
export function useCalendarFile(event: Pick<EventItem, 'id' | 'registration' | 'occurrence'>) {
  const occurrence = occurrenceOf(event);
  return useAction(
    () =>
      call(getEventFile, {
        id: event.id,
        ...(occurrence !== undefined && { occurrence }),
      }),
    { onSuccess: ({ name, ics }) => saveFile(name, ics, 'text/calendar') },
  );
}

/** Returns the date that a registration is for, or undefined if it is for all dates. */
export const occurrenceOf = ({
  registration,
  occurrence,
}: Pick<EventItem, 'registration' | 'occurrence'>): string | undefined =>
  registration.mode === 'occurrence' ? occurrence : undefined;

/** Cancels the user's registration after a confirmation. `CancelPaidDialog` does it for a paid ticket. */
export function useCancelRegistration(
  event: Pick<EventPage, 'id' | 'title' | 'mine'> & { occurrence: string | undefined },
) {
  const { t } = useMessages();
  const { id, title, mine, occurrence } = event;
  const holds = mine?.status === 'registered';
  return useAction(
    () =>
      call(cancelRegistration, {
        id,
        ...(occurrence !== undefined && { occurrence }),
      }),
    {
      confirm: () => ({
        title: t(holds ? 'events.cancelTitle' : 'events.withdrawTitle', { title }),
        body: t(holds ? 'events.cancelBody' : 'events.withdrawBody'),
        confirmLabel: t(holds ? 'events.cancelYes' : 'events.withdrawYes'),
        cancelLabel: t('events.keep'),
        isDanger: true,
      }),
      invalidates: staleRegistration,
      success: t('events.canceledDone', { title }),
    },
  );
}
