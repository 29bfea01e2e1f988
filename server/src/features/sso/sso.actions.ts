import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import { safeRedirect } from '#contract/redirect.ts';
import type { finishOidc, finishSaml, listSso, ssoMetadata, startSso } from '#contract/sso.ts';
import type { SsoError } from '#contract/sso-errors.ts';
import { transact, type Context, type Scope } from '../../kernel/context.ts';
import { countUse, networkOf } from '../../kernel/security/rate-limits.ts';
import { problem, Problem } from '../../kernel/http/problem.ts';
import type { Transport } from '../../kernel/http/route.ts';
import { openSession } from '../sessions/session-opening.ts';
import { redeemOidc } from './oidc.ts';
import { oidcClientOf, samlPartyOf, sendOff, urlsOf } from './departure.ts';
import { redeemSaml, samlServiceMetadata } from './saml.ts';
import { admitSubject, keepTest, type Answered } from './arrival.ts';
import {
  insertAssertion,
  isSsoRequired,
  selectProvider,
  selectProvidersOn,
  takeRequest,
  type ProviderRow,
  type RequestRow,
} from './sso.queries.ts';

/** A sign-on that ends on the login page, and why. */
class SignOnFailed extends Error {
  override name = 'SignOnFailed';
  readonly code: SsoError;
  constructor(code: SsoError, cause?: unknown) {
    super(`sign-on failed: ${code}`, { cause });
    this.code = code;
  }
}

/** A whole campus may sign on behind one address within a few minutes; one browser does not. */
const quarterHour = 900;
const limits = {
  browser: { max: 40, seconds: quarterHour },
  address: { max: 1_500, seconds: quarterHour },
  provider: { max: 30_000, seconds: quarterHour },
} as const;

const idOf = (text: string): number => (/^\d{1,16}$/.test(text) ? Number(text) : 0);

/** The providers of the sign-in page. */
export const listProviders = async ({ db }: Context): Promise<Reply<typeof listSso>> => ({
  items: (await selectProvidersOn(db)).map(({ id, name }) => ({ id: String(id), name })),
  isRequired: await isSsoRequired(db),
});

const providerOf = async (scope: Scope, text: string): Promise<ProviderRow> => {
  const provider = await transact(scope, ({ db }) => selectProvider(db, idOf(text)), {
    readOnly: true,
  });
  if (provider === undefined) throw new SignOnFailed('unknown_provider');
  return provider;
};

/** Sends the browser to the login page when `work` fails; it never sees a bare problem. */
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

/** Sends the browser to the provider. Anybody may: it proves nothing yet. */
export const startSignOn = (
  scope: Scope,
  input: HandlerInput<typeof startSso>,
  transport: Transport,
): Promise<null> =>
  orBackToLogin(
    scope,
    transport,
    () => input.redirect ?? '/',
    async () => {
      await countUse(scope, `sso:${networkOf(scope.address)}`, limits.address);
      const provider = await providerOf(scope, input.provider);
      if (!provider.is_on) throw new SignOnFailed('unknown_provider');
      await countUse(scope, `sso:provider:${provider.id}`, limits.provider);
      const browser = transport.ssoState(provider.kind === 'saml' ? 'post' : 'return');
      if (browser !== undefined)
        await countUse(
          scope,
          `sso:browser:${scope.tokens.hash(browser).toString('base64url')}`,
          limits.browser,
        );
      const location = await sendOff(scope, transport, provider, {
        returnTo: safeRedirect(input.redirect, scope.origin),
        testedBy: null,
      });
      if (location === null)
        throw new SignOnFailed('provider_failed', new Error('the provider has no usable client'));
      return location;
    },
  );

/** The sign-on that a state names, when the browser that brings it is the one that left. */
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

/** Opens the session of whom an accepted answer names, or keeps it as a test's result; answers where the browser goes. */
const conclude = async (
  scope: Scope,
  transport: Transport,
  provider: ProviderRow,
  request: RequestRow | null,
  answered: Answered,
): Promise<string> => {
  if (request !== null && request.tested_by !== null) {
    await keepTest(scope, provider, answered);
    return `/admin/sign-on?tested=${provider.id}`;
  }
  if (!provider.is_on) throw new SignOnFailed('unknown_provider');
  const admitted = await admitSubject(scope, provider, answered);
  if (typeof admitted === 'string') throw new SignOnFailed(admitted);
  await openSession(scope, admitted.userId, transport, {
    inFrame: false,
    method: provider.kind === 'saml' ? 'saml' : 'oidc',
  });
  return request?.return_to ?? '/';
};

/** A failed test ends where tests are looked at. */
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
    await keepTest(scope, provider, error.code);
    return `/admin/sign-on?tested=${provider.id}`;
  }
};

/** What must be asked for where the ID token does not bring it: names only for people who may have to be made. */
const neededClaims = (provider: ProviderRow): string[] => [
  provider.identifier_claim,
  ...(provider.makes_people
    ? [provider.first_name_claim, provider.last_name_claim, provider.email_claim]
    : []),
];

/** Ends an OpenID Connect sign-on. The code goes to the provider outside any transaction. */
export const finishOidcSignOn = (
  scope: Scope,
  input: HandlerInput<typeof finishOidc>,
  transport: Transport,
): Promise<null> => {
  let returnTo = '/';
  return orBackToLogin(
    scope,
    transport,
    () => returnTo,
    async () => {
      await countUse(scope, `sso:${networkOf(scope.address)}`, limits.address);
      const provider = await providerOf(scope, input.provider);
      const client = oidcClientOf(scope, provider);
      if (client === null) throw new SignOnFailed('unknown_provider');
      const request = await takeOwnRequest(
        scope,
        provider,
        input.state,
        transport.ssoState('return'),
      );
      returnTo = request.return_to;
      return orFailedTest(scope, provider, request, async () => {
        if (input.error !== undefined)
          throw new SignOnFailed(
            input.error === 'access_denied' ? 'cancelled' : 'provider_failed',
            new Error(input.error),
          );
        const { callback } = urlsOf(scope, provider);
        const answered = await redeemOidc(
          client,
          scope.outbound,
          input,
          { callback, ...request },
          neededClaims(provider),
        ).catch((error: unknown) => {
          throw new SignOnFailed('answer_refused', error);
        });
        return conclude(scope, transport, provider, request, answered);
      });
    },
  );
};

/** Ends a SAML sign-on. Without a request of ours it is let in only where the school has allowed it. */
export const finishSamlSignOn = (
  scope: Scope,
  input: HandlerInput<typeof finishSaml>,
  transport: Transport,
): Promise<null> => {
  let returnTo = '/';
  return orBackToLogin(
    scope,
    transport,
    () => returnTo,
    async () => {
      await countUse(scope, `sso:${networkOf(scope.address)}`, limits.address);
      const provider = await providerOf(scope, input.provider);
      const party = samlPartyOf(scope, provider);
      if (party === null) throw new SignOnFailed('unknown_provider');
      const request =
        provider.allows_unasked && !/^[\w-]{43}$/.test(input.RelayState ?? '')
          ? null
          : await takeOwnRequest(
              scope,
              provider,
              input.RelayState ?? '',
              transport.ssoState('post'),
            );
      returnTo = request?.return_to ?? '/';
      return orFailedTest(scope, provider, request, async () => {
        const accepted = await redeemSaml(
          party,
          input.SAMLResponse,
          request?.request_id ?? null,
          scope.clock.now(),
        ).catch((error: unknown) => {
          const isDenied = error instanceof Error && error.name === 'SamlStatusError';
          throw new SignOnFailed(isDenied ? 'cancelled' : 'answer_refused', error);
        });
        const isNew = await transact(scope, ({ db, school }) =>
          insertAssertion(db, school.school_id, provider.id, accepted.assertionId, accepted.endsAt),
        );
        if (!isNew)
          throw new SignOnFailed('answer_refused', new Error('the assertion was used before'));
        return conclude(scope, transport, provider, request, accepted);
      });
    },
  );
};

/** This school as a SAML service provider, for the provider's set-up. Anybody may read it: it holds no secret. */
export const describeService = async (
  context: Context,
  input: HandlerInput<typeof ssoMetadata>,
): Promise<string> => {
  const provider = await selectProvider(context.db, idOf(input.provider));
  if (provider?.kind !== 'saml') throw problem('not_found');
  const { entityId, acs } = urlsOf(context, provider);
  return samlServiceMetadata({ entityId, acs });
};
