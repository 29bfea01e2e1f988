import { call, callQuery } from '../../lib/call.ts';

const slotsCall = 'GET /api/v1/booking/{uid}/slots';
const pageCall = 'GET /api/v1/booking/{uid}';
const listCall = 'GET /api/v1/bookings';

/** What changes with a booking. */
export const staleBookings = [slotsCall, pageCall, listCall] as const;
export const offerCall = 'GET /api/v1/booking-offer';

export const hostsQuery = (search: string) => callQuery('GET /api/v1/booking', { search });
export const bookingPage = (uid: string) => callQuery(pageCall, { uid });
export const offerQuery = () => callQuery(offerCall, {});

/** Slots of one kind between two instants. */
export const slotsQuery = (uid: string, kind: string, { from, to }: { from: Date; to: Date }) =>
  callQuery(slotsCall, { uid, kind, from: from.toISOString(), to: to.toISOString() });

/** One’s own meetings, page by page. */
export const bookingPages = (list: 'coming' | 'past') => ({
  queryKey: [listCall, 'pages', list] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(listCall, { list, size: 20, ...(pageParam !== null && { cursor: pageParam }) }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});
