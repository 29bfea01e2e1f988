import type { BookingSlot } from '#contract/booking/endpoints.ts';
import { call, callQuery } from '../../lib/call.ts';

const slotsCall = 'GET /api/v1/booking/{uid}/slots';
const pageCall = 'GET /api/v1/booking/{uid}';
const listCall = 'GET /api/v1/bookings';

const officeCall = 'GET /api/v1/booking-offices/{id}';
const officeSlotsCall = 'GET /api/v1/booking-offices/{id}/slots';
export const officesCall = 'GET /api/v1/booking-offices';

const movingCall = 'GET /api/v1/bookings/{id}/moving';
const movingSlotsCall = 'GET /api/v1/bookings/{id}/slots';

export const staleSlots = [slotsCall, officeSlotsCall, movingSlotsCall] as const;
export const soonerCall = 'GET /api/v1/booking/{uid}/sooner';
/** What changes with a booking. */
export const staleBookings = [
  ...staleSlots,
  pageCall,
  officeCall,
  movingCall,
  listCall,
  soonerCall,
] as const;
export const offerCall = 'GET /api/v1/booking-offer';

export const hostsQuery = (search: string) => callQuery('GET /api/v1/booking', { search });
export const bookingPage = (uid: string) => callQuery(pageCall, { uid });
/** Whether somebody can be booked, for their profile. */
export const offeredQuery = (uid: string) => ({
  ...callQuery('GET /api/v1/booking/{uid}/offered', { uid }),
  // Asked once: when everything is asked again because somebody was blocked, they are not there any more.
  staleTime: 'static' as const,
});
/** Colleagues of somebody who have a time before another one, and whether one waits for theirs. */
export const soonerQuery = (uid: string, before: string | null) =>
  callQuery(soonerCall, { uid, ...(before !== null && { before }) });
export const offerQuery = () => callQuery(offerCall, {});

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
    queryKey: [slotsCall, input],
    queryFn: ({ signal }) => call(slotsCall, input, signal),
  };
};

/** Those of an office. */
export const officeSlotsQuery = (id: string, window: Window): SlotsQuery => {
  const input = { id, ...between(window) };
  return {
    queryKey: [officeSlotsCall, input],
    queryFn: ({ signal }) => call(officeSlotsCall, input, signal),
  };
};

/** A meeting that is about to be moved. */
export const movingPage = (id: string) => callQuery(movingCall, { id });
/** The times to which it can be moved. */
export const movingSlotsQuery = (id: string, window: Window): SlotsQuery => {
  const input = { id, ...between(window) };
  return {
    queryKey: [movingSlotsCall, input],
    queryFn: ({ signal }) => call(movingSlotsCall, input, signal),
  };
};

/** One’s own meetings, page by page. */
export const bookingPages = (list: 'coming' | 'past') => ({
  queryKey: [listCall, 'pages', list] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(listCall, { list, size: 20, ...(pageParam !== null && { cursor: pageParam }) }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

export const officesQuery = () => callQuery(officesCall, {});
export const officePage = (id: string) => callQuery(officeCall, { id });
export const officeSettings = (id: string) =>
  callQuery('GET /api/v1/school/booking-offices/{id}', { id });
