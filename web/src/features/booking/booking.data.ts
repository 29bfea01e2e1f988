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
/** Calls to repeat after a booking changes. */
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
/** Checks if a person can be booked, for their profile. */
export const offeredQuery = (uid: string) => ({
  ...callQuery(isOffered, { uid }),
  // Don't refetch: after a block, all queries refetch, and the person is no longer available.
  staleTime: 'static' as const,
});
/** The host's colleagues with an earlier time, and whether the user gets notified about openings. */
export const soonerQuery = (uid: string, before: string | null) =>
  callQuery(listSooner, { uid, ...(before !== null && { before }) });
export const offerQuery = () => callQuery(getOffer, {});

interface Window {
  from: Date;
  to: Date;
}

/** A query for the times between two instants. */
export interface SlotsQuery {
  queryKey: readonly unknown[];
  queryFn: (context: { signal: AbortSignal }) => Promise<{ items: BookingSlot[] }>;
}

const between = ({ from, to }: Window) => ({ from: from.toISOString(), to: to.toISOString() });

/** A person's times for a meeting type. */
export const slotsQuery = (uid: string, kind: string, window: Window): SlotsQuery => {
  const input = { uid, kind, ...between(window) };
  return {
    queryKey: [listSlots, input],
    queryFn: ({ signal }) => call(listSlots, input, signal),
  };
};

/** An office's times. */
export const officeSlotsQuery = (id: string, window: Window): SlotsQuery => {
  const input = { id, ...between(window) };
  return {
    queryKey: [listOfficeSlots, input],
    queryFn: ({ signal }) => call(listOfficeSlots, input, signal),
  };
};

/** The meeting to reschedule. */
export const movingPage = (id: string) => callQuery(getMovingPage, { id });
/** The times to which a meeting can be rescheduled. */
export const movingSlotsQuery = (id: string, window: Window): SlotsQuery => {
  const input = { id, ...between(window) };
  return {
    queryKey: [listMovingSlots, input],
    queryFn: ({ signal }) => call(listMovingSlots, input, signal),
  };
};

/** The user's meetings, page by page. */
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
