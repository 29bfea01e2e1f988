import { sendLimit } from '#contract/chat/limits.ts';
import { pairKey, type TraceMessage } from './trace.ts';

/** A message of the trace with the millisecond at which it is sent; `isHeld`: later than it was written. */
export interface Planned {
  readonly message: TraceMessage;
  readonly pair: string;
  readonly due: number;
  readonly isHeld: boolean;
}

/** Between two messages of one person: as many as they may send, evenly, and a little more, because clocks do not agree. */
const stepMs = (sendLimit.seconds * 1000 * 1.02) / sendLimit.max;

/**
 * When each message goes, at a speed. Nobody sends faster than one person may: the rest waits in its author's outbox in the order in
 * which it could go; and what follows in a conversation waits for what comes before it.
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
  // Of each conversation the next message, the last to be able to go first: taken from the end.
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
  // Not sorted by place: two of one conversation may have the same moment, and stay in their order.
  return planned.toSorted((a, b) => a.due - b.due);
};
