import type { LiveEvent } from '#contract/live.ts';
import type { RoomEvent, Broadcast } from './live.ts';

/** Events for the same rooms. */
export interface Packet extends Omit<RoomEvent, 'event'> {
  readonly events: LiveEvent[];
}

/** An action of the hub: a change to sockets, or a packet for them. */
export type HubAction = Exclude<Broadcast, RoomEvent> | Packet;

/** Groups events for the same rooms into one packet, because each packet costs a system call per socket. */
export const inPackets = (broadcasts: readonly Broadcast[]): HubAction[] => {
  const packets: HubAction[] = [];
  let open = new Map<string, Packet>();
  for (const one of broadcasts) {
    if (!('event' in one)) {
      // Sockets that join or leave a room must get only the events from after or before that.
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

/** Maximum rate of the requests that an event causes at one server, per second, because clients fetch what it names. */
const fetchesPerSecond = 100;

/**
 * Sets the period over which the clients spread their requests, by the number of this server's sockets that receive the events.
 * `countSockets` is called only for events that cause requests.
 */
export const withSpread = (
  events: readonly LiveEvent[],
  countSockets: () => number,
): readonly LiveEvent[] => {
  if (!events.some((event) => 'spreadMs' in event)) return events;
  const spreadMs = Math.round((countSockets() / fetchesPerSecond) * 1_000);
  return events.map((event) => ('spreadMs' in event ? { ...event, spreadMs } : event));
};
