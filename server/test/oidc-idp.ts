import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  exportJWK,
  exportSPKI,
  generateKeyPair,
  SignJWT,
  UnsecuredJWT,
  type JWTPayload,
} from 'jose';
import { Provider } from 'oidc-provider';

/** A certified third-party OpenID provider on this machine. It signs in the person in `account` without asking. */
export interface OidcIdp {
  readonly issuer: string;
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  account: { sub: string; claims: Record<string, unknown> };
  /** Follows a browser from an address until the provider sends it back, and returns that address. */
  walk(location: string): Promise<URL>;
  close(): Promise<void>;
}

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
};
const closed = (server: Server) =>
  new Promise<void>((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });

export const openOidcIdp = async (): Promise<OidcIdp> => {
  const client = { clientId: 'commons', clientSecret: 'a secret only the two of us know' };
  let answer: ((...given: Parameters<ReturnType<Provider['callback']>>) => void) | undefined;
  const server = createServer((request, response) => answer?.(request, response));
  const issuer = await listen(server);
  const pair = await generateKeyPair('RS256', { extractable: true });
  const idp: OidcIdp = {
    issuer,
    client,
    account: { sub: 'nobody', claims: {} },
    walk: async (location) => {
      const jar = new Map<string, string>();
      let url = new URL(location);
      for (let hop = 0; hop < 10; hop += 1) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
        for (const line of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          jar.set(name, value);
        }
        const next = response.headers.get('location');
        if (next === null)
          throw new Error(`the provider answered ${response.status}: ${await response.text()}`);
        url = new URL(next, url);
        if (url.origin !== issuer) return url;
      }
      throw new Error('the provider never sent the browser back');
    },
    close: () => closed(server),
  };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        // The school's address contains the provider's id, which is known later. See redirectUriAllowed.
        redirect_uris: ['http://localhost/not-used'],
        response_types: ['code'],
      },
    ],
    jwks: {
      keys: [{ ...(await exportJWK(pair.privateKey)), use: 'sig', alg: 'RS256', kid: 'one' }],
    },
    cookies: { keys: ['for tests'] },
    pkce: { required: () => true },
    claims: {
      openid: ['sub', 'employee'],
      profile: ['given_name', 'family_name'],
      email: ['email'],
    },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/sign-on/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...idp.account.claims }) }),
    loadExistingGrant: async (context) => {
      const { session, client: asker } = context.oidc;
      const grant = new provider.Grant({
        clientId: asker?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
  });
  provider.Client.prototype.redirectUriAllowed = (uri: string) =>
    /^http:\/\/localhost(:\d+)?\/api\/v1\/sso\//.test(uri);
  const serve = provider.callback();
  answer = (request, response) => {
    if (!request.url?.startsWith('/sign-on/')) return void serve(request, response);
    return void provider.interactionFinished(request, response, {
      login: { accountId: idp.account.sub },
    });
  };
  return idp;
};

/** Faults in the ID token of a misbehaving provider, and how it is signed. */
export interface TokenFaults {
  claims?: JWTPayload;
  /** HMAC with the public key, or with the client's secret. The client has both as text. */
  signs?:
    | 'right'
    | 'wrong key'
    | 'former key'
    | 'none'
    | 'HMAC with the public key'
    | 'HMAC with the secret';
  /** `kid` in the header. */
  kid?: string;
  /** Claims to omit. */
  without?: readonly string[];
}

/** A provider that responds to token calls as the test chooses. */
export interface FaultyIdp {
  readonly issuer: string;
  /** The nonce of the current sign-on. */
  nonce: string;
  next: TokenFaults;
  /** Signs with a new key from now on, and publishes only that one. */
  rotate(): Promise<void>;
  close(): Promise<void>;
}

export const openFaultyIdp = async (): Promise<FaultyIdp> => {
  let right = await generateKeyPair('RS256', { extractable: true });
  let former = right;
  const wrong = await generateKeyPair('RS256');
  const published = async () => ({
    ...(await exportJWK(right.publicKey)),
    kid: 'one',
    alg: 'RS256',
    use: 'sig',
  });
  let key = await published();
  const idToken = async ({
    claims = {},
    signs = 'right',
    kid = 'one',
    without = [],
  }: TokenFaults): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const all: JWTPayload = {
      iss: idp.issuer,
      sub: 'subject-1',
      aud: 'commons',
      iat: now,
      exp: now + 300,
      nonce: idp.nonce,
      employee: 'ana',
      ...claims,
    };
    const payload = Object.fromEntries(
      Object.entries(all).filter(([name]) => !without.includes(name)),
    );
    const hmac = (secret: string) =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(new TextEncoder().encode(secret));
    if (signs === 'HMAC with the public key') return hmac(await exportSPKI(right.publicKey));
    if (signs === 'HMAC with the secret') return hmac('a secret only the two of us know');
    if (signs === 'none') return new UnsecuredJWT(payload).encode();
    const { privateKey } = { right, 'wrong key': wrong, 'former key': former }[signs];
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
  };
  const server = createServer((request, response) => {
    const send = (body: unknown) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    const { pathname } = new URL(request.url ?? '/', idp.issuer);
    if (pathname === '/.well-known/openid-configuration') {
      send({
        issuer: idp.issuer,
        authorization_endpoint: `${idp.issuer}/authorize`,
        token_endpoint: `${idp.issuer}/token`,
        jwks_uri: `${idp.issuer}/keys`,
        authorization_response_iss_parameter_supported: true,
      });
    } else if (pathname === '/keys') send({ keys: [key] });
    else
      void idToken(idp.next).then((id_token) =>
        send({ access_token: 'x', token_type: 'Bearer', id_token }),
      );
  });
  const rotate = async () => {
    former = right;
    right = await generateKeyPair('RS256', { extractable: true });
    key = await published();
  };
  const idp: FaultyIdp = { issuer: '', nonce: '', next: {}, rotate, close: () => closed(server) };
  return Object.assign(idp, { issuer: await listen(server) });
};
