import type { SchoolId } from '../ids.ts';
import type { Room } from './live.ts';

/** Rooms as the hub names them. Ids are of a school, so its number stands in front. */
export const roomName = (school: SchoolId, room: Room): string => `${school}/${room}`;
/** The sockets of one session; sessions have ids of their own. */
export const sessionRoom = (session: string): string => `session:${session}`;
/** Those who watch whether somebody is there. */
export const watchRoom = (school: SchoolId, person: number): string => `${school}/watch:${person}`;
