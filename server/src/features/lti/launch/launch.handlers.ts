import * as contract from '#contract/lti/endpoints.ts';
import { ltiLimits, type LtiFailure } from '#contract/lti/kinds.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { sessionOf, transact, type Scope } from '../../../kernel/context.ts';
import { handle, handleWithoutTransaction } from '../../../kernel/handle.ts';
import { problem, Problem } from '../../../kernel/http/problem.ts';
import type { Transport } from '../../../kernel/http/route.ts';
import { record } from '../../../kernel/security/audit.ts';
import {
  addInMemory,
  checkInMemory,
  countInMemory,
  countUse,
  networkOf,
} from '../../../kernel/security/rate-limits.ts';
import { ok, orNotFound, idOf } from '../../../kernel/sql.ts';
import { openSession } from '../../sessions/session-opening.ts';
import { publicKeyView } from '../keys/tool-keys.ts';
import { selectKeys } from '../keys/tool-keys.queries.ts';
import * as lti from '../lti.queries.ts';
import { resolveUser, type Outcome } from '../lti.rules.ts';
import { contentOf, deploymentOf, verifyIdToken, type LaunchContent } from './id-token.ts';
import { enterCourse } from './launch-course.ts';
import { LaunchFailed } from './launch-failed.ts';
import { isOfBrowser, decryptContent, encryptContent, type StoredLaunch } from './launch-ticket.ts';
import * as queries from './launch.queries.ts';

/** The period of the rate limits. A whole school can launch from one address in that time, so networks have higher limits than browsers. */
const quarterHour = 900;
const limits = {
  browser: { max: 120, seconds: quarterHour },
  /** Logins that a network starts. Each is stored as a row until it expires. */
  begun: { max: 30_000, seconds: quarterHour },
  failed: { max: 3_000, seconds: quarterHour },
  tries: { max: 60, seconds: quarterHour },
} as const;

type Initiation = HandlerInput<typeof contract.createLogin>;

const isTooMany = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'too_many_requests';

/**
 * Redirects the browser to the address that `work` returns, or to a page with the reason if the launch is rejected. The browser never
 * receives a bare error response.
 */
const orFailedPage = async (
  scope: Scope,
  transport: Transport,
  work: () => Promise<string>,
): Promise<null> => {
  try {
    transport.redirect(await work());
  } catch (error) {
    if (!(error instanceof LaunchFailed) && !isTooMany(error)) throw error;
    const code: LtiFailure = error instanceof LaunchFailed ? error.code : 'too_many';
    const cause = error instanceof LaunchFailed ? error.cause : undefined;
    scope.log.warn(
      { code, ...(cause instanceof Error && { reason: cause.message.slice(0, 200) }) },
      'launch refused',
    );
    transport.redirect(`/lti/failed?code=${code}`);
  }
  return null;
};

const platformOf = async (scope: Scope, input: Initiation): Promise<lti.PlatformRow> => {
  const { iss } = input;
  const clientId = input.client_id ?? null;
  const [platform, ...others] = await transact(
    scope,
    ({ db }) => queries.selectByIssuer(db, iss, clientId === '' ? null : clientId),
    { readOnly: true },
  );
  // Several schools or courses can have the same issuer. The client id identifies them, but the platform can omit it.
  if (platform === undefined || others.length > 0) throw new LaunchFailed('unknown_platform');
  if (!platform.is_on) throw new LaunchFailed('platform_off');
  const deployment = input.lti_deployment_id;
  // This message isn't signed. Only `receive`, which verifies the signature, stores the ID of a deployment that staff can allow.
  if (deployment !== undefined && !platform.deployments.includes(deployment))
    throw new LaunchFailed('deployment');
  return platform;
};

const launchUrl = ({ origin }: Pick<Scope, 'origin'>): string => `${origin}${contract.launch.path}`;

/**
 * Stores a login that is bound to this browser. Returns the platform's address for the redirect, and the data that the platform stores for
 * us.
 */
const leave = async (scope: Scope, transport: Transport, input: Initiation) => {
  const { tokens, clock, school } = scope;
  const platform = await platformOf(scope, input);
  await countInMemory(scope, `lti-begun:${networkOf(scope.address)}`, limits.begun);
  const [state, nonce, value] = [tokens.newToken(), tokens.newToken(), tokens.newToken()];
  // Two tabs of one browser share this cookie.
  const browser = transport.ssoState('frame') ?? tokens.newToken();
  await countUse(
    scope,
    `lti:browser:${tokens.hash(browser).toString('base64url')}`,
    limits.browser,
  );
  transport.setSsoState('frame', browser);
  const frame = input.lti_storage_target ?? null;
  await transact(scope, ({ db }) =>
    queries.insertLogin(db, school.school_id, {
      state_hash: tokens.hash(state),
      platform_id: platform.id,
      browser_hash: tokens.hash(browser),
      proof_hash: frame === null ? null : tokens.hash(value),
      storage_frame: frame,
      nonce,
      expires_at: new Date(clock.now().getTime() + ltiLimits.loginMinutes * 60_000),
    }),
  );
  const location = new URL(platform.authorization_url);
  const parameters = {
    scope: 'openid',
    response_type: 'id_token',
    response_mode: 'form_post',
    prompt: 'none',
    client_id: platform.client_id,
    redirect_uri: launchUrl(scope),
    login_hint: input.login_hint,
    state,
    nonce,
    ...(input.lti_message_hint !== undefined && { lti_message_hint: input.lti_message_hint }),
  };
  for (const [name, text] of Object.entries(parameters)) location.searchParams.set(name, text);
  return {
    location: location.href,
    storage: { target: frame ?? '', origin: location.origin, key: keyOf(state), value },
  };
};

/** Returns the name under which the platform stores our proof. */
const keyOf = (state: string): string => `commons_${state.slice(0, 16)}`;

/** Runs `work` and counts it if it fails. Throws if too many attempts from this network have failed. Successful attempts don't count. */
const countingFailures = async <T>(
  scope: Scope,
  what: 'lti' | 'lti-ticket',
  work: () => T | Promise<T>,
): Promise<T> => {
  const subject = `${what}:${networkOf(scope.address)}`;
  checkInMemory(scope, subject, limits.failed);
  try {
    return await work();
  } catch (error) {
    if (error instanceof LaunchFailed || (error instanceof Problem && !isTooMany(error)))
      addInMemory(scope, subject, limits.failed, 1);
    throw error;
  }
};

const begin = (scope: Scope, input: Initiation, transport: Transport): Promise<null> =>
  orFailedPage(scope, transport, () =>
    countingFailures(scope, 'lti', async () => {
      if (input.lti_storage_target === undefined)
        return (await leave(scope, transport, input)).location;
      // Our own page communicates with the platform's frame and creates the login.
      await platformOf(scope, input);
      return `/lti/login#${new URLSearchParams(Object.entries(input).filter((one): one is [string, string] => one[1] !== undefined))}`;
    }),
  );

/** Returns the login of a state and marks it as used, even if the launch fails later. */
const requireLogin = async (scope: Scope, state: string | undefined): Promise<queries.LoginRow> => {
  if (state === undefined) throw new LaunchFailed('bad_request');
  const login = await transact(scope, ({ db }) =>
    queries.claimLogin(db, scope.tokens.hash(state), scope.clock.now()),
  );
  if (typeof login === 'string') throw new LaunchFailed(`state_${login}`);
  return login;
};

const receive = async (
  scope: Scope,
  transport: Transport,
  input: HandlerInput<typeof contract.launch>,
): Promise<string> => {
  const { tokens, clock, school } = scope;
  const login = await requireLogin(scope, input.state);
  const browser = transport.ssoState('frame');
  const isSameBrowser = browser !== undefined && tokens.hash(browser).equals(login.browser_hash);
  // A different cookie proves that this is another browser. A missing cookie can mean that cookies are blocked.
  if (!isSameBrowser && (browser !== undefined || login.proof_hash === null))
    throw new LaunchFailed('other_browser');
  if (input.error !== undefined)
    throw new LaunchFailed('platform_refused', new Error(input.error.slice(0, 60)));
  if (input.id_token === undefined) throw new LaunchFailed('bad_request');
  const platform = await transact(scope, ({ db }) => lti.selectPlatform(db, login.platform_id), {
    readOnly: true,
  });
  if (platform === undefined) throw new LaunchFailed('unknown_platform');
  if (!platform.is_on) throw new LaunchFailed('platform_off');
  const payload = await verifyIdToken(scope, platform, input.id_token, login.nonce);
  const deployment = deploymentOf(payload);
  if (!platform.deployments.includes(deployment)) {
    await transact(scope, ({ db }) => queries.updateRefusedDeployment(db, platform.id, deployment));
    throw new LaunchFailed('deployment');
  }
  const content = contentOf(scope, payload);
  const ticket = tokens.newToken();
  await transact(scope, ({ db }) =>
    queries.insertLaunch(db, school.school_id, {
      ticket_hash: tokens.hash(ticket),
      platform_id: platform.id,
      browser_hash: login.browser_hash,
      proof_hash: isSameBrowser ? null : login.proof_hash,
      content: encryptContent(scope, {
        ...content,
        storage:
          isSameBrowser || login.storage_frame === null
            ? null
            : { target: login.storage_frame, key: keyOf(input.state ?? '') },
      }),
      expires_at: new Date(clock.now().getTime() + ltiLimits.launchMinutes * 60_000),
    }),
  );
  // The ticket comes after the #, so that servers and logs don't receive it. A person who creates such a link can choose only the ticket.
  return `/lti/launch#${new URLSearchParams({ ticket })}`;
};

/**
 * Returns the account that a launch signs in, and stores the link on the first launch. If two launches arrive at the same time, the second
 * finds the link of the first.
 */
const admit = async (
  scope: Scope,
  platform: lti.PlatformRow,
  content: LaunchContent,
): Promise<Outcome> =>
  transact(scope, async ({ db, school, clock }) => {
    const decide = async () => {
      const candidates = await lti.selectCandidates(db, platform, [content]);
      const ids = candidates.map(({ id }) => id);
      const staff = await lti.selectStaff(db, ids);
      const people = candidates.map((one) => ({ ...one, is_staff: staff.has(one.id) }));
      const linked = people.find(({ way }) => way === 'link');
      const matches = new Map(
        people.filter(({ way }) => way === 'match').map((one) => [one.id, one]),
      );
      return resolveUser(linked, [...matches.values()]);
    };
    let outcome = await decide();
    if (outcome.kind === 'unknown') return outcome;
    if (!outcome.isNew) {
      await lti.updateLinkUsed(db, platform.id, content.subject, clock.now());
      return outcome;
    }
    const isKept = await lti.insertLink(
      db,
      school.school_id,
      {
        platform: platform.id,
        subject: content.subject,
        user: outcome.userId,
        isOwn: false,
      },
      clock.now(),
    );
    if (!isKept) outcome = { kind: 'unknown', why: 'linked_elsewhere' };
    return outcome;
  });

interface OpenedLaunch {
  readonly row: queries.LaunchRow;
  readonly platform: lti.PlatformRow;
  readonly content: StoredLaunch;
  readonly ticketHash: Buffer;
}

/** Returns the launch of a ticket that hasn't signed anyone in yet. The ticket alone proves nothing, so callers also run `prove`. */
const launchOf = async (scope: Scope, ticket: string): Promise<OpenedLaunch> => {
  const ticketHash = scope.tokens.hash(ticket);
  const { row, platform } = await transact(scope, async ({ db, clock }) => {
    const kept = await queries.selectLaunch(db, ticketHash, clock.now());
    return {
      row: kept,
      platform: kept && (await lti.selectPlatform(db, kept.platform_id)),
    };
  });
  if (row === undefined || platform === undefined || !platform.is_on || row.user_id !== null)
    throw problem('lti_ticket_invalid');
  const content = decryptContent(scope, row.content);
  if (content === null) throw problem('lti_ticket_invalid');
  return { row, platform, content, ticketHash };
};

/** Throws if this isn't the browser that started the launch. */
const prove = (
  scope: Scope,
  transport: Transport,
  { row }: Pick<OpenedLaunch, 'row'>,
  proof: string | null,
): void => {
  if (!isOfBrowser(scope, row, transport.ssoState('frame'), proof))
    throw problem('lti_refused', { reason: 'other_browser' });
};

/** Returns the storage in which a browser without cookies has its proof. It is always on the registered platform, regardless of any link. */
const storageOf = ({ platform, content }: Pick<OpenedLaunch, 'platform' | 'content'>) =>
  // Launches stored by an earlier version of the server have no storage.
  content.storage
    ? { ...content.storage, origin: new URL(platform.authorization_url).origin }
    : null;

/** Binds a launch to the user it has signed in, and returns the target page. Deletes the launch if nothing is left to do. */
const conclude = async (
  scope: Scope,
  { platform, content, ticketHash }: OpenedLaunch,
  user: number,
) =>
  transact(scope, async (context) => {
    const target = await enterCourse(context, platform, content, user);
    if (target.pick) await queries.updateLaunchUser(context.db, ticketHash, user);
    else await queries.deleteLaunch(context.db, ticketHash);
    return target;
  });

export const launchHandlers = [
  handle(contract.readKeys, async ({ db }) => ({
    keys: (await selectKeys(db)).map(publicKeyView),
  })),

  // Anyone can start a login, because it proves nothing yet. It can only open the account of the browser's user.
  handleWithoutTransaction(contract.beginLogin, (call, input, transport) =>
    begin(call, input, transport),
  ),
  handleWithoutTransaction(contract.beginLoginByForm, (call, input, transport) =>
    begin(call, input, transport),
  ),
  handleWithoutTransaction(contract.createLogin, async (call, input, transport) => {
    try {
      return await countingFailures(call, 'lti', () => leave(call, transport, input));
    } catch (error) {
      if (error instanceof LaunchFailed) throw problem('lti_refused', { reason: error.code });
      throw error;
    }
  }),

  // The platform's message is verified before anything is stored. This can include a request for the platform's keys.
  handleWithoutTransaction(contract.launch, (call, input, transport) =>
    orFailedPage(call, transport, () =>
      countingFailures(call, 'lti', () => receive(call, transport, input)),
    ),
  ),

  // Anyone can call this: the ticket and the browser are the proof. The platform has vouched for the session (embedding/).
  handleWithoutTransaction(contract.openLaunch, async (call, input, transport) => {
    const launch = await countingFailures(call, 'lti-ticket', () => launchOf(call, input.ticket));
    const storage = storageOf(launch);
    if (storage !== null && input.proof === null) return { kind: 'proof_needed' as const, storage };
    await countingFailures(call, 'lti-ticket', () => prove(call, transport, launch, input.proof));
    const outcome = await admit(call, launch.platform, launch.content);
    if (outcome.kind === 'unknown')
      return {
        kind: 'unknown' as const,
        why: outcome.why,
        platform: launch.platform.name,
        name: launch.content.name,
      };
    const target = await conclude(call, launch, outcome.userId);
    const isHere = call.actor.kind === 'member' && call.actor.userId === outcome.userId;
    return {
      kind: 'signed_in' as const,
      tokens: isHere
        ? null
        : await openSession(call, outcome.userId, transport, {
            inFrame: input.inFrame,
            method: 'code',
          }),
      target,
    };
  }),

  // The caller claims the platform's user as their own. This requires a launch in the same browser and the caller's own session.
  handleWithoutTransaction(contract.connectAccount, async (call, input, transport) => {
    const { userId: user } = sessionOf(call);
    await countUse(call, `lti-account:${user}`, limits.tries);
    const launch = await countingFailures(call, 'lti-ticket', () => launchOf(call, input.ticket));
    await countingFailures(call, 'lti-ticket', () => prove(call, transport, launch, input.proof));
    const isKept = await transact(call, async (context) => {
      const platform = launch.platform.id;
      const link = { platform, subject: launch.content.subject, user, isOwn: true };
      if (!(await lti.insertLink(context.db, call.schoolId, link, call.clock.now()))) return false;
      await record(context, 'lti_account_connected', { platform: launch.platform.name });
      return true;
    });
    if (!isKept) throw problem('lti_account_taken');
    return { target: await conclude(call, launch, user) };
  }),

  handle(contract.listAccounts, async ({ db, me }) => ({
    items: (await lti.selectLinksOf(db, me.userId)).map((row) => ({
      platform: String(row.platform_id),
      name: row.name,
      connectedAt: row.created_at.toISOString(),
      usedAt: row.used_at.toISOString(),
    })),
  })),

  // People can disconnect only their own account. Personal keys can't do this, because they don't control sign-in.
  handle(contract.disconnectAccount, async (call, input) => {
    const { userId: user } = sessionOf(call);
    const platform = orNotFound(await lti.deleteLink(call.db, idOf(input.platform), user));
    await record(call, 'lti_account_disconnected', { platform });
    return ok;
  }),
];
