import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { Room } from '#contract/rooms/endpoints.ts';
import { call, callQuery } from '../../lib/call.ts';

export const roomsCall = 'GET /api/v1/rooms';
export const roomCalendarCall = 'GET /api/v1/rooms/{id}/calendar';

const pageSize = 50;

/** Rooms of the school, page by page. */
export const roomPages = (search: string) =>
  infiniteQueryOptions({
    queryKey: [roomsCall, { search }],
    queryFn: ({ pageParam }) => call(roomsCall, { search, pageOffset: pageParam, pageSize }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const read = pages.reduce((sum, { items }) => sum + items.length, 0);
      return read < last.total ? read : undefined;
    },
    placeholderData: keepPreviousData,
  });

/** Rooms that are free all that time. */
export const freeRooms = (search: string, span: { from: string; to: string } | null) => ({
  ...callQuery(roomsCall, { search, pageSize, ...span }),
  placeholderData: keepPreviousData,
});

/** What a room is reserved for. */
export const roomCalendar = (id: string, span: { from: string; to: string }) =>
  callQuery(roomCalendarCall, { id, ...span });

/** How a room is called where it stands alone. */
export const roomLabel = ({ name, building }: Pick<Room, 'name' | 'building'>): string =>
  building === '' ? name : `${building}, ${name}`;
