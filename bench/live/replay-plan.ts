import { sendLimit } from '#contract/chat/limits.ts';
import { pairKey, type TraceMessage } from './trace.ts';

/** A message of the trace with its sending time in milliseconds. `isHeld`: it is sent later than it was written. */
export interface Planned {
  readonly message: TraceMessage;
  readonly pair: string;
  readonly due: number;
  readonly isHeld: boolean;
}

/** Milliseconds between two messages of a person: their limit, evenly spread, and a little more, because clocks differ. */
const stepMs = (sendLimit.seconds * 1000 * 1.02) / sendLimit.max;

/**
 * Returns the sending time of each message at a speed. No one exceeds their limit: other messages wait in their author's outbox in the
 * order in which they could be sent, and messages of a conversation wait for earlier ones.
 */
export const planReplay = (messages: readonly TraceMessage[], speed: number): Planned[] => {
  const threads = new Map<string, TraceMessage[]>();
  for (const message of messages) {
    const pair = pairKey(message.from, message.to);
    const thread = threads.get(pair) ?? [];
    thread.push(message);
    threads.set(pair, thread);
  }
  const wantedOf = ({ at }: TraceMessage) => (at * 1000) / speed;
  // The next message of each conversation, latest first, because they are taken from the end.
  const next = [...threads].map(([pair, thread]) => ({
    pair,
    thread,
    place: 0,
    from: wantedOf(thread[0] as TraceMessage),
  }));
  next.sort((a, b) => b.from - a.from);
  const free = new Map<number, number>();
  const planned: Planned[] = [];
  for (let one = next.pop(); one !== undefined; one = next.pop()) {
    const message = one.thread[one.place] as TraceMessage;
    const due = Math.max(one.from, free.get(message.from) ?? 0);
    free.set(message.from, due + stepMs);
    planned.push({ message, pair: one.pair, due, isHeld: due > wantedOf(message) });
    const after = one.thread[one.place + 1];
    if (after === undefined) continue;
    const step = { ...one, place: one.place + 1, from: Math.max(wantedOf(after), due) };
    let [low, high] = [0, next.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((next[middle]?.from ?? 0) > step.from) low = middle + 1;
      else high = middle;
    }
    next.splice(low, 0, step);
  }
  // Not sorted by position, because two messages of a conversation can have the same time and must keep their order.
  return planned.toSorted((a, b) => a.due - b.due);
};
