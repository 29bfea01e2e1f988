import { startTransition, useEffect, useState } from 'react';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import type { UnsentMessage } from '../queue/unsent-store.ts';
import type { ThreadState } from '../thread-state.ts';

/**
 * The rendered data: the loaded messages and the outgoing ones. They change together, so that a message is never missing
 * from both.
 */
export interface Drawing {
  readonly held: ThreadState | null;
  readonly pending: readonly UnsentMessage[];
}

/**
 * Number of messages that one render adds at each end. Styling and layout take about a millisecond per message on a
 * slow phone, and everything added in one render is laid out at once.
 */
export const stepMax = 15;

/**
 * Returns the next step from one state to another. Distant messages are replaced at once, and adjacent ones are added
 * step by step.
 */
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

/** Follows the loaded messages in steps between key presses and scrolling, so that the page stays responsive. */
export function useSteps(to: Drawing): Drawing {
  const [shown, setShown] = useState(to);
  useEffect(() => {
    if (shown !== to) startTransition(() => setShown(stepTo(shown, to)));
  }, [shown, to]);
  return shown;
}
