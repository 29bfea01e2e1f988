import type { LiveEvent } from '#contract/live.ts';
import type { SentEvent, Broadcast } from './live.ts';

/** Events for the same people. */
export interface Packet extends Omit<SentEvent, 'event'> {
  readonly events: LiveEvent[];
}

/** One thing the hub does: to sockets, or one packet for them. */
export type Doing = Exclude<Broadcast, SentEvent> | Packet;

/** What is said to the same people at one moment goes in one packet: each costs a system call a socket. */
export const inPackets = (broadcasts: readonly Broadcast[]): Doing[] => {
  const packets: Doing[] = [];
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
