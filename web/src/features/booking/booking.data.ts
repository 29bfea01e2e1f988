import type { BookingSlot } from '#contract/booking/endpoints.ts';
import {
  getBookingPage,
  getManagedOffice,
  getMovingPage,
  getOffer,
  getOfficePage,
  isOffered,
  listBookings,
  listHosts,
  listMovingSlots,
  listOfficeSlots,
  listOffices,
  listSlots,
  listSooner,
} from '#contract/booking/calls.ts';
import { call, callQuery } from '../../lib/call.ts';

export const staleSlots = [listSlots, listOfficeSlots, listMovingSlots] as const;
/** What changes with a booking. */
export const staleBookings = [
  ...staleSlots,
  getBookingPage,
  getOfficePage,
  getMovingPage,
  listBookings,
  listSooner,
] as const;

export const hostsQuery = (search: string) => callQuery(listHosts, { search });
export const bookingPage = (uid: string) => callQuery(getBookingPage, { uid });
/** Whether somebody can be booked, for their profile. */
export const offeredQuery = (uid: string) => ({
  ...callQuery(isOffered, { uid }),
  // Asked once: when everything is asked again because somebody was blocked, they are not there any more.
  staleTime: 'static' as const,
});
/** Colleagues of somebody who have a time before another one, and whether one waits for theirs. */
export const soonerQuery = (uid: string, before: string | null) =>
  callQuery(listSooner, { uid, ...(before !== null && { before }) });
export const offerQuery = () => callQuery(getOffer, {});

interface Window {
  from: Date;
  to: Date;
}

/** Slots between two instants, of whomever. */
export interface SlotsQuery {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<{ items: BookingSlot[] }>;
}

const between = ({ from, to }: Window) => ({ from: from.toISOString(), to: to.toISOString() });

/** Those of one kind that a person offers. */
export const slotsQuery = (uid: string, kind: string, window: Window): SlotsQuery => {
  const input = { uid, kind, ...between(window) };
  return {
    queryKey: [listSlots, input],
    queryFn: ({ signal }) => call(listSlots, input, signal),
  };
};

/** Those of an office. */
export const officeSlotsQuery = (id: string, window: Window): SlotsQuery => {
  const input = { id, ...between(window) };
  return {
    queryKey: [listOfficeSlots, input],
    queryFn: ({ signal }) => call(listOfficeSlots, input, signal),
  };
};

/** A meeting that is about to be moved. */
export const movingPage = (id: string) => callQuery(getMovingPage, { id });
/** The times to which it can be moved. */
export const movingSlotsQuery = (id: string, window: Window): SlotsQuery => {
  const input = { id, ...between(window) };
  return {
    queryKey: [listMovingSlots, input],
    queryFn: ({ signal }) => call(listMovingSlots, input, signal),
  };
};

/** One’s own meetings, page by page. */
export const bookingPages = (list: 'coming' | 'past') => ({
  queryKey: [listBookings, 'pages', list] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listBookings,
      { list, size: 20, ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

export const officesQuery = () => callQuery(listOffices, {});
export const officePage = (id: string) => callQuery(getOfficePage, { id });
export const officeSettings = (id: string) => callQuery(getManagedOffice, { id });
