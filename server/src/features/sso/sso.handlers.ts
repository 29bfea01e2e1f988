import { safeRedirect } from '#contract/redirect.ts';
import type { SsoError } from '#contract/sso/errors-shown.ts';
import { finishOidc, finishSaml, listSso, ssoMetadata, startSso } from '#contract/sso/endpoints.ts';
import { type Scope, transact } from '../../kernel/context.ts';
import { handle, handleWithoutTransaction } from '../../kernel/handle.ts';
import { problem, Problem } from '../../kernel/http/problem.ts';
import type { Transport } from '../../kernel/http/route.ts';
import { countUse, networkOf } from '../../kernel/security/rate-limits.ts';
import { idOf } from '../../kernel/sql.ts';
import { openSession } from '../sessions/session-opening.ts';
import { authenticateSubject, type ProviderResponse, saveTest } from './subjects.ts';
import { oidcClientOf, samlPartyOf, redirectToProvider, urlsOf } from './provider-redirect.ts';
import { redeemOidc } from './oidc.ts';
import { redeemSaml, samlServiceMetadata } from './saml.ts';
import {
  insertAssertion,
  isSsoRequired,
  type ProviderRow,
  type RequestRow,
  selectProvider,
  selectProvidersOn,
  takeRequest,
} from './sso.queries.ts';

/** A failed sign-on with its reason. The browser goes to the login page. */
class SignOnFailed extends Error {
  override name = 'SignOnFailed';
  readonly code: SsoError;
  constructor(code: SsoError, cause?: unknown) {
    super(`sign-on failed: ${code}`, { cause });
    this.code = code;
  }
}

/**
 * The period of the rate limits. A whole school can sign on from one address in this time, so networks have higher
 * limits than browsers.
 */
const quarterHour = 900;
const limits = {
  browser: { max: 40, seconds: quarterHour },
  address: { max: 1_500, seconds: quarterHour },
  provider: { max: 30_000, seconds: quarterHour },
} as const;

const providerOf = async (scope: Scope, text: string): Promise<ProviderRow> => {
  const provider = await transact(scope, ({ db }) => selectProvider(db, idOf(text)), {
    readOnly: true,
  });
  if (provider === undefined) throw new SignOnFailed('unknown_provider');
  return provider;
};

/** Sends the browser to the login page if `work` fails. The browser never receives a bare error response. */
const orBackToLogin = async (
  scope: Scope,
  transport: Transport,
  returnTo: () => string,
  work: () => Promise<string>,
): Promise<null> => {
  try {
    transport.redirect(await work());
  } catch (error) {
    const isBusy = error instanceof Problem && error.code === 'too_many_requests';
    if (!(error instanceof SignOnFailed) && !isBusy) throw error;
    const code = error instanceof SignOnFailed ? error.code : 'too_many';
    if (error instanceof SignOnFailed && error.cause !== undefined) {
      scope.log.warn(
        { code, reason: error.cause instanceof Error ? error.cause.message.slice(0, 300) : '' },
        'sign-on refused',
      );
    }
    const back = safeRedirect(returnTo(), scope.origin);
    transport.redirect(
      `/login?${new URLSearchParams({ sso_error: code, ...(back !== '/' && { redirect: back }) })}`,
    );
  }
  return null;
};

/** Returns the sign-on of a state if this browser started it. */
const takeOwnRequest = async (
  scope: Scope,
  provider: ProviderRow,
  state: string,
  browser: string | undefined,
): Promise<RequestRow> => {
  const { tokens, clock } = scope;
  const request = await transact(scope, ({ db }) =>
    takeRequest(db, provider.id, tokens.hash(state), clock.now()),
  );
  if (request === undefined) throw new SignOnFailed('expired');
  if (browser === undefined || !tokens.hash(browser).equals(request.browser_hash))
    throw new SignOnFailed('other_browser');
  return request;
};

/**
 * Opens a session for the person in an accepted response, or stores it as a test's result. Returns the address for the
 * browser.
 */
const conclude = async (
  scope: Scope,
  transport: Transport,
  provider: ProviderRow,
  request: RequestRow | null,
  answered: ProviderResponse,
): Promise<string> => {
  if (request !== null && request.tested_by !== null) {
    await saveTest(scope, provider, answered);
    return `/admin/sign-on?tested=${provider.id}`;
  }
  if (!provider.is_on) throw new SignOnFailed('unknown_provider');
  const admitted = await authenticateSubject(scope, provider, answered);
  if (typeof admitted === 'string') throw new SignOnFailed(admitted);
  await openSession(scope, admitted.userId, transport, {
    inFrame: false,
    method: provider.kind === 'saml' ? 'saml' : 'oidc',
  });
  return request?.return_to ?? '/';
};

/** Sends the browser to the setup page if a test fails. */
const orFailedTest = async (
  scope: Scope,
  provider: ProviderRow,
  request: RequestRow | null,
  work: () => Promise<string>,
): Promise<string> => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof SignOnFailed) || request === null || request.tested_by === null)
      throw error;
    await saveTest(scope, provider, error.code);
    return `/admin/sign-on?tested=${provider.id}`;
  }
};

/** Returns the claims to request if the ID token lacks them. Names are only needed if accounts can be created. */
const neededClaims = (provider: ProviderRow): string[] => [
  provider.identifier_claim,
  ...(provider.makes_people
    ? [provider.first_name_claim, provider.last_name_claim, provider.email_claim]
    : []),
];

export const ssoHandlers = [
  handle(listSso, async ({ db }) => ({
    items: (await selectProvidersOn(db)).map(({ id, name }) => ({ id: String(id), name })),
    isRequired: await isSsoRequired(db),
  })),

  // Returns the school's metadata as a SAML service provider. Everyone can read it, because it contains no secret.
  handle(ssoMetadata, async (call, input) => {
    const provider = await selectProvider(call.db, idOf(input.provider));
    if (provider?.kind !== 'saml') throw problem('not_found');
    const { entityId, acs } = urlsOf(call, provider);
    return samlServiceMetadata({ entityId, acs });
  }),

  // Sends the browser to the provider. Everyone can call this, because it proves nothing yet. These calls wait for the
  // provider.
  handleWithoutTransaction(startSso, (call, input, transport) =>
    orBackToLogin(
      call,
      transport,
      () => input.redirect ?? '/',
      async () => {
        await countUse(call, `sso:${networkOf(call.address)}`, limits.address);
        const provider = await providerOf(call, input.provider);
        if (!provider.is_on) throw new SignOnFailed('unknown_provider');
        await countUse(call, `sso:provider:${provider.id}`, limits.provider);
        const browser = transport.ssoState(provider.kind === 'saml' ? 'post' : 'return');
        if (browser !== undefined)
          await countUse(
            call,
            `sso:browser:${call.tokens.hash(browser).toString('base64url')}`,
            limits.browser,
          );
        const location = await redirectToProvider(call, transport, provider, {
          returnTo: safeRedirect(input.redirect, call.origin),
          testedBy: null,
        });
        if (location === null)
          throw new SignOnFailed('provider_failed', new Error('the provider has no usable client'));
        return location;
      },
    ),
  ),

  // Ends an OpenID Connect sign-on. The code is exchanged outside of any transaction.
  handleWithoutTransaction(finishOidc, (call, input, transport) => {
    let returnTo = '/';
    return orBackToLogin(
      call,
      transport,
      () => returnTo,
      async () => {
        await countUse(call, `sso:${networkOf(call.address)}`, limits.address);
        const provider = await providerOf(call, input.provider);
        const client = oidcClientOf(call, provider);
        if (client === null) throw new SignOnFailed('unknown_provider');
        const request = await takeOwnRequest(
          call,
          provider,
          input.state,
          transport.ssoState('return'),
        );
        returnTo = request.return_to;
        return orFailedTest(call, provider, request, async () => {
          if (input.error !== undefined)
            throw new SignOnFailed(
              input.error === 'access_denied' ? 'cancelled' : 'provider_failed',
              new Error(input.error),
            );
          const { callback } = urlsOf(call, provider);
          const answered = await redeemOidc(
            client,
            call.outbound,
            input,
            { callback, ...request },
            neededClaims(provider),
          ).catch((error: unknown) => {
            throw new SignOnFailed('answer_refused', error);
          });
          return conclude(call, transport, provider, request, answered);
        });
      },
    );
  }),

  // Ends a SAML sign-on. A response without a request is accepted only if the school allows it.
  handleWithoutTransaction(finishSaml, (call, input, transport) => {
    let returnTo = '/';
    return orBackToLogin(
      call,
      transport,
      () => returnTo,
      async () => {
        await countUse(call, `sso:${networkOf(call.address)}`, limits.address);
        const provider = await providerOf(call, input.provider);
        const party = samlPartyOf(call, provider);
        if (party === null) throw new SignOnFailed('unknown_provider');
        const request =
          provider.allows_unasked && !/^[\w-]{43}$/.test(input.RelayState ?? '')
            ? null
            : await takeOwnRequest(
                call,
                provider,
                input.RelayState ?? '',
                transport.ssoState('post'),
              );
        returnTo = request?.return_to ?? '/';
        return orFailedTest(call, provider, request, async () => {
          const accepted = await redeemSaml(
            party,
            input.SAMLResponse,
            request?.request_id ?? null,
            call.clock.now(),
          ).catch((error: unknown) => {
            const isDenied = error instanceof Error && error.name === 'SamlStatusError';
            throw new SignOnFailed(isDenied ? 'cancelled' : 'answer_refused', error);
          });
          const isNew = await transact(call, ({ db, school }) =>
            insertAssertion(
              db,
              school.school_id,
              provider.id,
              accepted.assertionId,
              accepted.endsAt,
            ),
          );
          if (!isNew)
            throw new SignOnFailed('answer_refused', new Error('the assertion was used before'));
          return conclude(call, transport, provider, request, accepted);
        });
      },
    );
  }),
];
