import type { ConnectAction } from '#contract/connections/endpoints.ts';

/** Stored states of a pair, seen from one of the two: 0 none, 1 connected, 2 I asked, 3 they asked. */
export type PairState = 0 | 1 | 2 | 3;

/** The state of a pair, seen from `me`, by the row that ties the two. */
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
 * What follows from an action in a state; undefined: refused. Asking again, accepting what is accepted and
 * ending what is ended change nothing and succeed, so a doubled click or a second device does no harm.
 */
const transitions: Record<ConnectAction, Partial<Record<PairState, PairState>>> = {
  request: { 0: 2, 1: 1, 2: 2, 3: 1 },
  accept: { 1: 1, 3: 1 },
  reject: { 0: 0, 3: 0 },
  cancel: { 0: 0, 2: 0 },
  disconnect: { 0: 0, 1: 0 },
};

/** The state after `action`, or undefined when it may not be done in `state`. */
export const nextState = (action: ConnectAction, state: PairState): PairState | undefined =>
  transitions[action][state];

/** What a change is told as. */
export type PairEvent = 'connection_requested' | 'connection_accepted' | 'connection_ended';

/** Which event a change tells, if it is a change at all. */
export const eventOf = (before: PairState, after: PairState): PairEvent | null => {
  if (before === after) return null;
  if (after === 2) return 'connection_requested';
  return after === 1 ? 'connection_accepted' : 'connection_ended';
};
