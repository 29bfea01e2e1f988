import type { Endpoint, HandlerInput, Reply } from '#contract/endpoint.ts';
import type { Employer, Member } from './actor.ts';
import type { Context, Scope } from './context.ts';
import { employerOf, memberOf, transact } from './context.ts';
import { runOnce, readStoredReply } from './client-results.ts';
import type { BatchedCall, BatchOutcome } from './http/batched-call.ts';
import type { Route, Transport } from './http/route.ts';
import type { SchoolId } from './ids.ts';

/** The values that every handler gets in addition to the context. */
interface CallDefaults {
  readonly now: Date;
  readonly schoolId: SchoolId;
}

/** Adds `me` to calls of endpoints for signed-in people, and `employer` to those for employers. */
type Caller<E extends Endpoint> = E['access'] extends 'member' | 'staff'
  ? { readonly me: Member }
  : E['access'] extends 'employer'
    ? { readonly employer: Employer }
    : unknown;

/** A signed-in person's call inside its transaction. */
export type Call = Context & CallDefaults & { readonly me: Member };

/** A call by a person or an employer inside its transaction. */
export type AuthorCall = Context & CallDefaults;

/** An employer's call inside its transaction. */
export type EmployerCall = AuthorCall & { readonly employer: Employer };

const withDefaults = <S extends Scope>(scope: S): S & CallDefaults => ({
  ...scope,
  now: scope.clock.now(),
  schoolId: scope.school.school_id,
});

/** Returns the call for one context of a batch, with the same fields as other handlers get. */
export const callOf = (context: Context): Call => ({
  ...withDefaults(context),
  me: memberOf(context),
});

const withCaller = <S extends Scope>(endpoint: Endpoint, scope: S) => ({
  ...withDefaults(scope),
  ...((endpoint.access === 'member' || endpoint.access === 'staff') && { me: memberOf(scope) }),
  ...(endpoint.access === 'employer' && { employer: employerOf(scope) }),
});

/**
 * Connects an endpoint with its handler, which runs in one transaction, read-only unless the endpoint changes state. The kernel has already
 * checked the endpoint's `access` and `permission`.
 */
export const handle = <E extends Endpoint>(
  endpoint: E,
  run: (call: Context & CallDefaults & Caller<E>, input: HandlerInput<E>) => Promise<Reply<E>>,
): Route => ({
  endpoint,
  runs: 'inside',
  // `me` or `employer` exists if the endpoint's `access` requires it.
  handler: (context: Context, input: HandlerInput<E>) =>
    runOnce(context, endpoint, input, () =>
      run(withCaller(endpoint, context) as Context & CallDefaults & Caller<E>, input),
    ),
});

/**
 * Connects an endpoint with a handler that hashes or waits, and opens its own transactions with `transact`. If the endpoint keeps its
 * reply, a repeated call gets the stored reply, and the handler stores replies with `runOnce`.
 */
export const handleWithoutTransaction = <E extends Endpoint>(
  endpoint: E,
  run: (
    call: Scope & CallDefaults & Caller<E>,
    input: HandlerInput<E>,
    transport: Transport,
  ) => Promise<Reply<E>>,
): Route => ({
  endpoint,
  runs: 'outside',
  // `me` or `employer` exists if the endpoint's `access` requires it.
  handler: async (scope: Scope, input: HandlerInput<E>, transport: Transport) => {
    if (endpoint.keepsReply !== undefined) {
      const before = await transact(scope, (context) => readStoredReply(context, endpoint, input), {
        readOnly: true,
      });
      // This endpoint stored the reply.
      if (before !== undefined) return before as Reply<E>;
    }
    return run(withCaller(endpoint, scope) as Scope & CallDefaults & Caller<E>, input, transport);
  },
});

/**
 * Connects an endpoint with a handler for all waiting calls of one school, in their order of arrival. If one call throws, all are rolled
 * back and each runs alone. A call that fails for its own reasons returns them as `error`. `before` rejects calls before the transaction,
 * based on data in memory.
 */
export const handleBatch = <E extends Endpoint>(
  endpoint: E,
  run: (calls: readonly BatchedCall<E>[]) => Promise<readonly BatchOutcome<Reply<E>>[]>,
  before: (scope: Scope) => void,
): Route => ({ endpoint, runs: 'batch', handler: run, before });
