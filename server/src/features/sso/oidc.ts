import * as client from 'openid-client';
import { OutboundError, type Outbound } from '../../kernel/outbound/outbound.ts';
import type { Claims } from './claims.ts';

/** A provider's metadata (OpenID Connect Discovery 1.0 §3). */
export type OidcMetadata = client.ServerMetadata;

/** Maximum difference between the provider's clock and ours, in seconds. */
const skewSeconds = 60;

const fetchThrough =
  (outbound: Outbound): client.CustomFetch =>
  (url, { method, headers, body }) => {
    if (
      body !== null &&
      body !== undefined &&
      typeof body !== 'string' &&
      !(body instanceof URLSearchParams)
    )
      throw new TypeError('only text can be sent to a provider');
    return outbound(url, { method, headers, ...(body && { body: String(body) }) });
  };

/** Returns the outbound error that caused an error of the library. */
export const outboundFailure = (error: unknown): OutboundError | undefined => {
  for (let one = error, depth = 0; one instanceof Error && depth < 5; one = one.cause, depth += 1)
    if (one instanceof OutboundError) return one;
  return undefined;
};

/** Reads the discovery document of an issuer. Throws if it has another issuer or lacks the data for the code flow. */
export const readOidcMetadata = async (
  outbound: Outbound,
  issuer: string,
): Promise<OidcMetadata> => {
  const config = await client.discovery(new URL(issuer), 'unknown', undefined, client.None(), {
    [client.customFetch]: fetchThrough(outbound),
    timeout: 5,
    // `outbound` decides which addresses can be called without https.
    execute: [client.allowInsecureRequests],
  });
  const { supportsPKCE: _, ...metadata } = config.serverMetadata() as OidcMetadata & {
    supportsPKCE?: unknown;
  };
  const scheme = new URL(metadata.issuer).protocol;
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    if (URL.parse(metadata[name] ?? '')?.protocol !== scheme)
      throw new TypeError(`the metadata has no usable ${name}`);
  }
  return JSON.parse(JSON.stringify(metadata)) as OidcMetadata;
};

/** The school's client at a provider. */
export interface OidcClient {
  readonly metadata: OidcMetadata;
  readonly id: string;
  readonly secret: string;
}

const configOf = (
  { metadata, id, secret }: OidcClient,
  outbound: Outbound,
): client.Configuration => {
  const methods = metadata.token_endpoint_auth_methods_supported;
  const authentication = methods?.includes('client_secret_post')
    ? client.ClientSecretPost(secret)
    : client.ClientSecretBasic(secret);
  const config = new client.Configuration(
    metadata,
    id,
    { [client.clockTolerance]: skewSeconds },
    authentication,
  );
  config.timeout = 5;
  config[client.customFetch] = fetchThrough(outbound);
  client.allowInsecureRequests(config);
  // Without this, the library trusts the TLS connection of the token endpoint and doesn't check the ID token's
  // signature.
  client.enableNonRepudiationChecks(config);
  return config;
};

/** Returns the provider's address for the browser. */
export const oidcAddress = async (
  given: OidcClient,
  outbound: Outbound,
  request: { callback: string; state: string; nonce: string; verifier: string },
): Promise<string> =>
  client.buildAuthorizationUrl(configOf(given, outbound), {
    redirect_uri: request.callback,
    response_type: 'code',
    scope: 'openid profile email',
    state: request.state,
    nonce: request.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(request.verifier),
    code_challenge_method: 'S256',
  }).href;

/** A provider's response in the browser's address. */
export interface OidcAnswer {
  readonly state: string;
  readonly code?: string | undefined;
  readonly iss?: string | undefined;
}

/**
 * Exchanges the code and checks the ID token: issuer (also that of the response, RFC 9207), audience, signature, times
 * and nonce. If the ID token lacks one of the `needed` claims, requests the userinfo endpoint.
 */
export const redeemOidc = async (
  given: OidcClient,
  outbound: Outbound,
  answer: OidcAnswer,
  request: { callback: string; nonce: string; verifier: string },
  needed: readonly string[],
): Promise<{ subject: string; claims: Claims }> => {
  const config = configOf(given, outbound);
  const address = new URL(request.callback);
  for (const name of ['state', 'code', 'iss'] as const) {
    const value = answer[name];
    if (value !== undefined) address.searchParams.set(name, value);
  }
  const tokens = await client.authorizationCodeGrant(config, address, {
    pkceCodeVerifier: request.verifier,
    expectedState: answer.state,
    expectedNonce: request.nonce,
    idTokenExpected: true,
  });
  const idToken = tokens.claims();
  if (idToken === undefined) throw new TypeError('the response has no ID token');
  let all: Record<string, unknown> = idToken;
  if (
    needed.some((name) => idToken[name] === undefined) &&
    given.metadata.userinfo_endpoint !== undefined
  ) {
    all = { ...(await client.fetchUserInfo(config, tokens.access_token, idToken.sub)), ...idToken };
  }
  return { subject: idToken.sub, claims: claimsOf(all) };
};

/** Claims about the token, not about the person. */
const technical = new Set([
  'iss',
  'aud',
  'exp',
  'iat',
  'nbf',
  'auth_time',
  'nonce',
  'at_hash',
  'c_hash',
  'azp',
  'sid',
  'jti',
  'amr',
  'acr',
]);

const claimsOf = (token: Record<string, unknown>): Claims =>
  new Map(
    Object.entries(token).flatMap(([name, value]): [string, string[]][] => {
      if (technical.has(name)) return [];
      const values = [value]
        .flat()
        .filter((one) => ['string', 'number', 'boolean'].includes(typeof one));
      return values.length === 0 ? [] : [[name, values.map(String)]];
    }),
  );
