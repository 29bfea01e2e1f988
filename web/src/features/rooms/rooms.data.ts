import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { Room } from '#contract/rooms/endpoints.ts';
import { getRoomCalendar } from '#contract/events/calls.ts';
import { listRooms } from '#contract/rooms/calls.ts';
import { call, callQuery } from '../../lib/call.ts';
import { nextOffset } from '../../lib/next-offset.ts';

const pageSize = 50;

/** The school's rooms, page by page. */
export const roomPages = (search: string) =>
  infiniteQueryOptions({
    queryKey: [listRooms, { search }],
    queryFn: ({ pageParam }) => call(listRooms, { search, pageOffset: pageParam, pageSize }),
    initialPageParam: 0,
    getNextPageParam: nextOffset,
    placeholderData: keepPreviousData,
  });

/** Rooms that are free during the whole time. */
export const freeRooms = (search: string, span: { from: string; to: string } | null) => ({
  ...callQuery(listRooms, { search, pageSize, ...span }),
  placeholderData: keepPreviousData,
});

/** The reservations of a room. */
export const roomCalendar = (id: string, span: { from: string; to: string }) =>
  callQuery(getRoomCalendar, { id, ...span });

/** Returns a room's name for use without its building. */
export const roomLabel = ({ name, building }: Pick<Room, 'name' | 'building'>): string =>
  building === '' ? name : `${building}, ${name}`;
