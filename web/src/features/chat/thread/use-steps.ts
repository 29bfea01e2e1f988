import { startTransition, useEffect, useState } from 'react';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import type { OutboxEntry } from '../queue/outbox-entry.ts';
import type { ThreadState } from '../thread-state.ts';

/** What is to be drawn: the messages that are held, and what is on its way. Both together: a message is never in neither. */
export interface Drawing {
  readonly held: ThreadState | null;
  readonly pending: readonly OutboxEntry[];
}

/**
 * Messages that one drawing adds at either end. Styling and laying out a message takes about a millisecond of a slow phone, and
 * what is added at once is laid out in one go.
 */
export const stepMax = 15;

/** The next drawing on the way from one to another: what lies far away is drawn at once, what adjoins step by step. */
export const stepTo = (from: Drawing, to: Drawing): Drawing => {
  const [shown, wanted] = [from.held?.items ?? [], to.held?.items ?? []];
  const [first, last] = [shown[0], shown.at(-1)];
  const [start, end] = [wanted[0], wanted.at(-1)];
  if (
    to.held === null ||
    first === undefined ||
    last === undefined ||
    start === undefined ||
    end === undefined
  )
    return to;
  if (start.seq > last.seq + 1 || end.seq < first.seq - 1) return to;
  const [low, high] = [first.seq - stepMax, last.seq + stepMax];
  if (start.seq >= low && end.seq <= high) return to;
  const items: Message[] = wanted.filter(({ seq }) => seq >= low && seq <= high);
  return {
    pending: to.pending,
    held: {
      ...to.held,
      items,
      hasBefore: to.held.hasBefore || start.seq < low,
      hasAfter: to.held.hasAfter || end.seq > high,
    },
  };
};

/** Follows what is held, between keys and scrolling, in steps that nobody waits for. */
export function useSteps(to: Drawing): Drawing {
  const [shown, setShown] = useState(to);
  useEffect(() => {
    if (shown !== to) startTransition(() => setShown(stepTo(shown, to)));
  }, [shown, to]);
  return shown;
}
