import type { SchoolId } from '../ids.ts';
import type { Room } from './live.ts';

/** Returns the hub's name for a room. It begins with the school, because ids are unique only within a school. */
export const roomName = (school: SchoolId, room: Room): string => `${school}/${room}`;
/** Returns the room of a session's sockets. Session ids are unique across schools. */
export const sessionRoom = (session: string): string => `session:${session}`;
/** Returns the room of sockets that watch someone's presence. */
export const watchRoom = (school: SchoolId, person: number): string => `${school}/watch:${person}`;
