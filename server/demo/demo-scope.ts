import { randomUUID } from 'node:crypto';
import type { Endpoint, HandlerInput, Reply } from '#contract/endpoint.ts';
import type { Clock } from '#server/kernel/clock.ts';
import { transact, type Scope } from '#server/kernel/context.ts';
import type { Pool } from '#server/kernel/database/database.ts';
import type { Files } from '#server/kernel/files/files.ts';
import type { Route } from '#server/kernel/http/route.ts';
import type { SchoolId } from '#server/kernel/ids.ts';
import { noLive } from '#server/kernel/live/live.ts';
import { openLog } from '#server/kernel/log.ts';
import { noOutbound } from '#server/kernel/outbound/outbound.ts';
import type { Tokens } from '#server/kernel/security/tokens.ts';
import { selectSchool } from '#server/features/schools/schools.queries.ts';

/** What calls of the demo need of the server. */
export interface DemoScopeParts {
  readonly pool: Pool;
  readonly files: Files;
  readonly tokens: Tokens;
  readonly clock: Clock;
}

/**
 * Returns a function that makes scopes at times of the demo's past. The demo notifies no one: its events count as handled, apart from those
 * that only become due later.
 */
export const openDemoScopes = async (
  { pool, files, tokens }: DemoScopeParts,
  school: SchoolId,
): Promise<(at: Date) => Scope> => {
  const schoolRow = await selectSchool(pool, school);
  return (at) => ({
    requestId: randomUUID(),
    call: 'demo',
    school: schoolRow,
    actor: { kind: 'job' },
    log: openLog('silent'),
    clock: { now: () => at },
    files,
    mail: { send: () => Promise.reject(new Error('the demo sends no mail')) },
    tokens,
    outbound: noOutbound,
    hooks: noOutbound,
    pages: noOutbound,
    pool,
    nudge: () => undefined,
    isHandled: (kind) => kind === 'order_due',
    live: noLive,
    loadBudgets: null,
    origin: '',
    userAgent: '',
    address: '',
  });
};

/** Returns a scope with a person as the caller. With a session, because API keys have no permissions. */
export const asPerson = (scope: Scope, user: number): Scope => ({
  ...scope,
  actor: {
    kind: 'member',
    userId: user,
    sessionId: randomUUID(),
    isAdmin: false,
    isAdviser: false,
  },
});

/** Calls an endpoint's handler as a person, as the web app would. */
export const callAs = async <E extends Endpoint>(
  scope: Scope,
  user: number,
  routes: readonly Route[],
  endpoint: E,
  input: HandlerInput<E>,
): Promise<Reply<E>> => {
  const route = routes.find((one) => one.endpoint === endpoint);
  if (route === undefined || route.runs === 'batch')
    throw new Error(`${endpoint.name} has no handler for the demo`);
  const own = { ...asPerson(scope, user), call: endpoint.name };
  // `Route` has checked that the handler fits the endpoint.
  const handler = route.handler as (scope: Scope, input: unknown) => Promise<Reply<E>>;
  return route.runs === 'inside'
    ? transact(own, (context) => handler(context, input))
    : handler(own, input);
};
