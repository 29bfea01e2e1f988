import type { ConnectAction } from '#contract/connections/endpoints.ts';

/** States of a pair from one side: 0 none, 1 connected, 2 I requested, 3 they requested. */
export type PairState = 0 | 1 | 2 | 3;

/** Returns the state of a pair from the side of `me`. */
export const stateOf = (
  {
    requested_by: by,
    is_accepted: isAccepted,
  }: { readonly requested_by: number | null; readonly is_accepted: boolean | null },
  me: number,
): PairState => {
  if (by === null) return 0;
  if (isAccepted === true) return 1;
  return by === me ? 2 : 3;
};

/**
 * The result of an action in a state. Undefined if it isn't allowed. Repeated actions change nothing and succeed, so double clicks and
 * second devices do no harm.
 */
const transitions: Record<ConnectAction, Partial<Record<PairState, PairState>>> = {
  request: { 0: 2, 1: 1, 2: 2, 3: 1 },
  accept: { 1: 1, 3: 1 },
  reject: { 0: 0, 3: 0 },
  cancel: { 0: 0, 2: 0 },
  disconnect: { 0: 0, 1: 0 },
};

/** Returns the state after `action`, or undefined if it isn't allowed in `state`. */
export const nextState = (action: ConnectAction, state: PairState): PairState | undefined =>
  transitions[action][state];

/** The event of a change. */
export type PairEvent = 'connection_requested' | 'connection_accepted' | 'connection_ended';

/** Returns the event of a change, if the state changes. */
export const eventOf = (before: PairState, after: PairState): PairEvent | null => {
  if (before === after) return null;
  if (after === 2) return 'connection_requested';
  return after === 1 ? 'connection_accepted' : 'connection_ended';
};
