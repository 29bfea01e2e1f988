import type { LiveEvent } from '#contract/live.ts';
import type { RoomEvent, Broadcast } from './live.ts';

/** Events for the same people. */
export interface Packet extends Omit<RoomEvent, 'event'> {
  readonly events: LiveEvent[];
}

/** One thing the hub does: to sockets, or one packet for them. */
export type HubAction = Exclude<Broadcast, RoomEvent> | Packet;

/** What is said to the same people at one moment goes in one packet: each costs a system call a socket. */
export const inPackets = (broadcasts: readonly Broadcast[]): HubAction[] => {
  const packets: HubAction[] = [];
  let open = new Map<string, Packet>();
  for (const one of broadcasts) {
    if (!('event' in one)) {
      // Who comes into a room or leaves it hears what was said before or behind that alone.
      open = new Map();
      packets.push(one);
      continue;
    }
    const { rooms, except = [], event } = one;
    const key = `${rooms.join()} ${except.join()}`;
    const known = open.get(key);
    if (known === undefined) {
      const packet = { rooms, except, events: [event] };
      open.set(key, packet);
      packets.push(packet);
    } else known.events.push(event);
  }
  return packets;
};
