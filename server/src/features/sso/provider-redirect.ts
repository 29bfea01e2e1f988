import { randomBytes } from 'node:crypto';
import { transact, type Scope } from '../../kernel/context.ts';
import type { Transport } from '../../kernel/http/route.ts';
import { oidcAddress, type OidcClient, type OidcMetadata } from './oidc.ts';
import { samlAddress, type SamlParty } from './saml.ts';
import type { SamlMetadata } from './saml-metadata.ts';
import { insertRequest, type ProviderRow } from './sso.queries.ts';

/** Minutes for which a browser can stay at the provider. */
const awayMinutes = 10;

/**
 * Returns the school's addresses for the provider. They begin with the host of the request, so a school with two hosts
 * registers both.
 */
export const urlsOf = ({ origin }: Pick<Scope, 'origin'>, { id }: Pick<ProviderRow, 'id'>) => {
  const base = `${origin}/api/v1/sso/${id}`;
  return { callback: `${base}/callback`, acs: `${base}/acs`, entityId: `${base}/metadata` };
};

/** Returns the encryption context of a client secret. The secret can only be decrypted with the same context. */
export const encryptionContext = (school: number, provider: number): string =>
  `sso:${school}:${provider}:client-secret`;

/**
 * Returns the school's client at an OpenID Connect provider. Null if its id or secret is missing, or the secret can't
 * be decrypted.
 */
export const oidcClientOf = (
  { tokens, school }: Pick<Scope, 'tokens' | 'school'>,
  provider: ProviderRow,
): OidcClient | null => {
  if (provider.kind !== 'oidc' || provider.client_id === null || provider.client_secret === null)
    return null;
  const secret = tokens.decrypt(
    encryptionContext(school.school_id, provider.id),
    provider.client_secret,
  );
  // Our own reading of the provider's metadata stored this value.
  return secret === null
    ? null
    : { metadata: provider.metadata as OidcMetadata, id: provider.client_id, secret };
};

/** Returns the school and a SAML provider as parties. */
export const samlPartyOf = (
  scope: Pick<Scope, 'origin'>,
  provider: ProviderRow,
): SamlParty | null =>
  // Our own reading of the provider's metadata stored this value.
  provider.kind === 'saml'
    ? { metadata: provider.metadata as SamlMetadata, ...urlsOf(scope, provider) }
    : null;

/**
 * Prepares a sign-on and returns the address for the browser. State, nonce and verifier stay on the server. A cookie
 * binds the sign-on to this browser, so that no one can finish it in another. Null if the client is missing, or if
 * another installation encrypted its secret.
 */
export const redirectToProvider = async (
  scope: Scope,
  transport: Transport,
  provider: ProviderRow,
  about: { returnTo: string; testedBy: number | null },
): Promise<string | null> => {
  const { tokens, clock, school } = scope;
  const returnsBy = provider.kind === 'saml' ? 'post' : 'return';
  const [state, nonce, verifier] = [tokens.newToken(), tokens.newToken(), tokens.newToken()];
  const requestId = `_${randomBytes(20).toString('hex')}`;
  const client = oidcClientOf(scope, provider);
  const party = samlPartyOf(scope, provider);
  const location =
    client !== null
      ? await oidcAddress(client, scope.outbound, {
          callback: urlsOf(scope, provider).callback,
          state,
          nonce,
          verifier,
        })
      : party !== null
        ? await samlAddress(party, { id: requestId, state })
        : null;
  if (location === null) return null;
  // Two tabs of one browser share this cookie.
  const browser = transport.ssoState(returnsBy) ?? tokens.newToken();
  transport.setSsoState(returnsBy, browser);
  await transact(scope, ({ db }) =>
    insertRequest(db, school.school_id, {
      state_hash: tokens.hash(state),
      provider_id: provider.id,
      browser_hash: tokens.hash(browser),
      request_id: requestId,
      nonce,
      verifier,
      return_to: about.returnTo,
      tested_by: about.testedBy,
      expires_at: new Date(clock.now().getTime() + awayMinutes * 60_000),
    }),
  );
  return location;
};
