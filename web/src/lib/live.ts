import type { LiveCall, LiveCallInput, LiveEvent, LiveEventOf, LiveKind } from '#contract/live.ts';
import { createStore } from './store.ts';

/*
 * What the realtime hub says, as pages hear it. The socket itself and its library load when the page is at rest
 * (live-socket.ts). An event says what changed at the server; whoever hears it puts it in or asks anew. After each
 * connecting `onResync` is heard, and what was missed is asked for then.
 */

/** `off`: nobody is signed in, or the page has just begun. `away`: it was there and is being looked for. */
export const liveState = createStore<'off' | 'connecting' | 'here' | 'away'>('off');

type Listener = (event: LiveEvent) => void;
const listeners = new Map<LiveKind, Set<Listener>>();
const resyncers = new Set<(event: LiveEventOf<'resync'>) => void>();

/** Hears events of a kind; answers how to stop. */
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

/** Hears that events may have been missed: at each connecting, the first too. */
export function onResync(listener: (event: LiveEventOf<'resync'>) => void): () => void {
  resyncers.add(listener);
  return () => void resyncers.delete(listener);
}

/** Passes on what the socket has heard. */
export function dispatchLive(event: LiveEvent): void {
  if (event.kind === 'resync') for (const listener of resyncers) listener(event);
  for (const listener of listeners.get(event.kind) ?? []) listener(event);
}

/** What the hub answers to something said to it. */
export type LiveAnswer = { ok: true; online?: string[] } | { ok: false; code: string };
let send: ((name: LiveCall, input: unknown) => Promise<LiveAnswer>) | null = null;
export const setLiveSender = (next: typeof send): void => {
  send = next;
};

/** Says something to the hub. What is said while there is no connection is lost: nothing that matters goes this way. */
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
