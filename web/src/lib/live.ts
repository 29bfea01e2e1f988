import type { LiveCall, LiveCallInput, LiveEvent, LiveEventOf, LiveKind } from '#contract/live.ts';
import { createStore } from './store.ts';

/*
 * Events of the realtime hub. The socket and its library load when the page is idle (live-socket.ts). An event describes a
 * change on the server, which listeners apply or refetch. `onResync` is called after each connection, to fetch missed
 * changes.
 */

/** `off`: no user is signed in, or the page has just started. `away`: the connection was lost and is being restored. */
export const liveState = createStore<'off' | 'connecting' | 'here' | 'away'>('off');

type Listener = (event: LiveEvent) => void;
const listeners = new Map<LiveKind, Set<Listener>>();
const resyncers = new Set<(event: LiveEventOf<'resync'>) => void>();

/** Subscribes to events of a kind. Returns a function that unsubscribes. */
export function onLive<K extends LiveKind>(
  kind: K,
  listener: (event: LiveEventOf<K>) => void,
): () => void {
  const all = listeners.get(kind) ?? new Set();
  listeners.set(kind, all);
  // Called with events of this kind only.
  all.add(listener as unknown as Listener);
  return () => void all.delete(listener as unknown as Listener);
}

/** Subscribes to connections, including the first one, because events may have been missed. */
export function onResync(listener: (event: LiveEventOf<'resync'>) => void): () => void {
  resyncers.add(listener);
  return () => void resyncers.delete(listener);
}

/** Dispatches an event of the socket. */
export function dispatchLive(event: LiveEvent): void {
  if (event.kind === 'resync') for (const listener of resyncers) listener(event);
  for (const listener of listeners.get(event.kind) ?? []) listener(event);
}

/** The hub's reply to a message. */
export type LiveAnswer = { ok: true; online?: string[] } | { ok: false; code: string };
let send: ((name: LiveCall, input: unknown) => Promise<LiveAnswer>) | null = null;
export const setLiveSender = (next: typeof send): void => {
  send = next;
};

/** Sends a message to the hub. Without a connection it is lost, so nothing important uses this. */
export const sendLive = async <K extends LiveCall>(
  name: K,
  input: LiveCallInput<K>,
): Promise<LiveAnswer> => {
  try {
    return (await send?.(name, input)) ?? { ok: false, code: 'unavailable' };
  } catch {
    return { ok: false, code: 'unavailable' };
  }
};
