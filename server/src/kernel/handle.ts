import type { Endpoint, HandlerInput, Reply } from '#contract/endpoint.ts';
import type { Member } from './actor.ts';
import type { Context, Scope } from './context.ts';
import { memberOf, transact } from './context.ts';
import { runOnce, readStoredReply } from './client-results.ts';
import type { BatchedCall, BatchOutcome, Route, Transport } from './http/route.ts';
import type { SchoolId } from './ids.ts';

/** What every handler has at hand beside the context: the time and the school of the call. */
interface CallDefaults {
  readonly now: Date;
  readonly schoolId: SchoolId;
}

/** And who calls, where the endpoint is for people who are signed in. */
type Caller<E extends Endpoint> = E['access'] extends 'member' | 'staff'
  ? { readonly me: Member }
  : unknown;

/** A call inside its transaction. */
export type Call = Context & CallDefaults & { readonly me: Member };

const withDefaults = <S extends Scope>(scope: S): S & CallDefaults => ({
  ...scope,
  now: scope.clock.now(),
  schoolId: scope.school.school_id,
});

/** One of several calls that share a transaction, as handlers of single ones have it. */
export const callOf = (context: Context): Call => ({
  ...withDefaults(context),
  me: memberOf(context),
});

const withCaller = <S extends Scope>(endpoint: Endpoint, scope: S) => ({
  ...withDefaults(scope),
  ...((endpoint.access === 'member' || endpoint.access === 'staff') && { me: memberOf(scope) }),
});

/**
 * One endpoint and the function that answers it, in one transaction; read-only unless the endpoint changes state. Who may call at
 * all is the endpoint's to say (`access`, `permission`), and has been asked before.
 */
export const handle = <E extends Endpoint>(
  endpoint: E,
  run: (call: Context & CallDefaults & Caller<E>, input: HandlerInput<E>) => Promise<Reply<E>>,
): Route => ({
  endpoint,
  runs: 'inside',
  // `me` is there where the endpoint's access says so.
  handler: (context: Context, input: HandlerInput<E>) =>
    runOnce(context, endpoint, input, () =>
      run(withCaller(endpoint, context) as Context & CallDefaults & Caller<E>, input),
    ),
});

/**
 * The same for what hashes or waits: it opens its own transactions with `transact`. Where the endpoint keeps its reply, a repeated
 * call is answered before anything is done, and the handler stores with `runOnce`.
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
  // As above.
  handler: async (scope: Scope, input: HandlerInput<E>, transport: Transport) => {
    if (endpoint.keepsReply !== undefined) {
      const before = await transact(scope, (context) => readStoredReply(context, endpoint, input), {
        readOnly: true,
      });
      // It was a reply of this endpoint.
      if (before !== undefined) return before as Reply<E>;
    }
    return run(withCaller(endpoint, scope) as Scope & CallDefaults & Caller<E>, input, transport);
  },
});

/**
 * Takes the calls of one school that wait at the same moment, in the order in which they came, and answers each. One that throws
 * undoes them all, and each is then carried out alone; what only one of them may not do is its `error`. `before` refuses a call
 * before a transaction is opened, from what the process knows.
 */
export const handleBatch = <E extends Endpoint>(
  endpoint: E,
  run: (calls: readonly BatchedCall<E>[]) => Promise<readonly BatchOutcome<Reply<E>>[]>,
  before: (scope: Scope) => void,
): Route => ({ endpoint, runs: 'batch', handler: run, before });
