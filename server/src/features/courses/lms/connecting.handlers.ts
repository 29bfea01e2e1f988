import * as contract from '#contract/courses/lms.endpoints.ts';
import { connectedPath, type ConnectFailure } from '#contract/courses/kinds.ts';
import { sessionOf, transact, type Scope } from '../../../kernel/context.ts';
import { handle, handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import {
  countUse,
  countUseInTransaction,
  networkOf,
} from '../../../kernel/security/rate-limits.ts';
import { LmsFailed, type LmsTokens } from './connector.ts';
import * as queries from './connecting.queries.ts';
import { revokeGrant } from './grant-revocation.ts';
import { clientOf, connectors, encryptTokens } from './lms-clients.ts';
import { readLms } from './lms-reading.ts';
import {
  callbackOf,
  oauthUrl,
  requireGrant,
  sourceView,
  stateContext,
  verifierOf,
  type State,
} from './lms-source.ts';
import {
  deleteGrant,
  endGrant,
  selectOwn,
  selectSystem,
  upsertGrant,
  type OwnRow,
} from './lms.queries.ts';

/** Maximum sign-ons per person, and returns per network. */
const starts = { max: 60, seconds: 3_600 } as const;
const returns = { max: 1_500, seconds: 900 } as const;
/** Minutes in which a returned sign-on can be completed. */
const ticketMinutes = 5;
/** Milliseconds that a page waits for the LMS. Longer syncs continue in the background. */
const patienceMs = 8_000;

const readOwn = (scope: Scope, user: number): Promise<OwnRow | undefined> =>
  transact(scope, ({ db }) => selectOwn(db, user, []), { readOnly: true });

class ConnectFailed extends Error {
  override name = 'ConnectFailed';
  readonly reason: ConnectFailure;
  constructor(reason: ConnectFailure, cause?: unknown) {
    super(`connecting failed: ${reason}`, { cause });
    this.reason = reason;
  }
}

const readState = ({ tokens, school, clock }: Scope, text: string | undefined): State => {
  const opened =
    text === undefined
      ? null
      : tokens.decryptFor(school.school_id, stateContext(school.school_id), text);
  if (opened === null) throw new ConnectFailed('expired');
  // `oauthUrl` wrote it.
  const state = JSON.parse(opened) as State;
  if (state.expiresAt <= clock.now().getTime()) throw new ConnectFailed('expired');
  return state;
};

/** Handles the LMS's redirect. Returns the ticket with which the page continues. */
const receive = async (
  scope: Scope,
  input: { state?: string | undefined; code?: string | undefined; error?: string | undefined },
): Promise<string> => {
  const { tokens, clock, school } = scope;
  const now = clock.now();
  const state = readState(scope, input.state);
  const { isNew, system } = await transact(scope, async ({ db }) => ({
    isNew: await queries.insertUsedState(
      db,
      school.school_id,
      tokens.hash(state.nonce),
      new Date(state.expiresAt),
    ),
    system: await selectSystem(db),
  }));
  if (!isNew) throw new ConnectFailed('replayed');
  if (input.error !== undefined || input.code === undefined)
    throw new ConnectFailed(input.error === 'access_denied' ? 'refused' : 'failed');
  if (system === undefined || !system.is_on || system.generation !== state.generation)
    throw new ConnectFailed('not_set_up');
  const client = clientOf(scope, system);
  if (client === null) throw new ConnectFailed('not_set_up');
  let redeemed: LmsTokens;
  try {
    redeemed = await connectors[system.kind].redeem(
      scope.outbound,
      client,
      {
        code: input.code,
        callback: callbackOf(scope),
        verifier: verifierOf(scope, state.nonce),
      },
      now,
    );
  } catch (error) {
    if (error instanceof LmsFailed) throw new ConnectFailed('failed', error);
    throw error;
  }
  const ticket = tokens.newToken();
  await transact(scope, ({ db }) =>
    queries.insertReturn(db, school.school_id, {
      ticket_hash: tokens.hash(ticket),
      user_id: state.user,
      session_id: state.session,
      generation: state.generation,
      tokens: encryptTokens(scope, state.user, redeemed),
      token_expires_at: redeemed.expiresAt,
      expires_at: new Date(now.getTime() + ticketMinutes * 60_000),
    }),
  );
  return ticket;
};

export const connectingHandlers = [
  handle(contract.startConnection, async (call) => {
    sessionOf(call);
    await countUseInTransaction(call, `lms-start:${call.me.userId}`, starts);
    const system = await selectSystem(call.db);
    if (system === undefined || !system.is_on || clientOf(call, system) === null)
      throw problem('lms_not_set_up');
    return { oauthURL: oauthUrl(call, system) };
  }),

  // Anyone can return, because the result is only available to the session that started. This waits for the LMS.
  handleWithoutTransaction(contract.receiveConnection, async (call, input, transport) => {
    await countUse(call, `lms-return:${networkOf(call.address)}`, returns);
    try {
      // After the #, so that servers in between and logs don't see it.
      transport.redirect(`${connectedPath}#ticket=${await receive(call, input)}`);
    } catch (error) {
      if (!(error instanceof ConnectFailed)) throw error;
      call.log.warn({ reason: error.reason }, 'connecting to the learning system failed');
      transport.redirect(`${connectedPath}#failed=${error.reason}`);
    }
    return null;
  }),

  // The previous grant is revoked at the LMS.
  handleWithoutTransaction(contract.finishConnection, async (call, { ticket }) => {
    const { tokens, now, schoolId } = call;
    const { userId: user, sessionId: session } = sessionOf(call);
    await transact(call, async ({ db }) => {
      const row = await queries.claimSignOn(db, tokens.hash(ticket), { user, session, now });
      const system = await selectSystem(db);
      if (row === undefined || system === undefined || system.generation !== row.generation)
        throw problem('lms_ticket_invalid');
      await endGrant(db, schoolId, user);
      await upsertGrant(db, schoolId, user, {
        generation: row.generation,
        tokens: row.tokens,
        expiresAt: row.token_expires_at,
        now,
      });
    });
    call.nudge('lms_grant_left');
    return { source: sourceView(await readOwn(call, user), now) };
  }),

  // This waits for the LMS.
  handleWithoutTransaction(contract.refreshCourses, async (call, { isPressed }) => {
    const { userId } = call.me;
    const before = await readOwn(call, userId);
    requireGrant(call, before, undefined);
    if (before !== undefined && before.connected_at !== null) {
      let late: NodeJS.Timeout | undefined;
      const reading = readLms(call, userId, isPressed ? 'pressed' : 'seen');
      const patience = new Promise<void>((resolve) => {
        late = setTimeout(resolve, patienceMs);
      });
      // The log shows a failure of a background sync.
      const done = reading.then(
        () => undefined,
        (error: unknown) => call.log.error({ err: error }, 'reading the learning system failed'),
      );
      await Promise.race([done, patience]);
      clearTimeout(late);
    }
    const after = await readOwn(call, userId);
    requireGrant(call, after, undefined);
    return { source: sourceView(after, call.clock.now()) };
  }),

  // This calls the LMS.
  handleWithoutTransaction(contract.endConnection, async (call) => {
    const { userId } = call.me;
    const { system, grant } = await transact(call, async ({ db }) => ({
      system: await selectSystem(db),
      grant: await deleteGrant(db, userId),
    }));
    if (system !== undefined && typeof grant?.tokens === 'string')
      await revokeGrant(call, system, userId, grant.tokens);
    return { source: sourceView(await readOwn(call, userId), call.now) };
  }),
];
