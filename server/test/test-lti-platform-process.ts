import {
  createPublicKey,
  createSign,
  createVerify,
  generateKeyPairSync,
  randomUUID,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import {
  claim,
  claimsOf,
  clientId,
  deployment,
  dl,
  type Claims,
  type Message,
} from './test-lti-messages.ts';

/*
 * A test platform that follows LTI 1.3: authorization endpoint, keys, access tokens by assertion, names and roles, deep linking, dynamic
 * registration, platform storage, and a course page that frames a tool. It shares no code with what it tests, and signs and verifies on its
 * own. test-lti-platform.ts starts it.
 */

export interface Member {
  user_id: string;
  roles: string[];
  status?: string;
  email?: string;
  lis_person_sourcedid?: string;
}

export interface PlatformControl {
  messages?: Record<string, Message>;
  /** Milliseconds by which its clock is ahead of the system clock. */
  ahead?: number;
  /** Signs with a new key from now on, and forgets the old one. */
  rotates?: boolean;
  /** The tool's public keys. */
  toolKeys?: JsonWebKey[];
  members?: Member[];
  pageSize?: number;
  rosterAnswers?: 'well' | 'html' | 'forbidden' | 'elsewhere' | 'hangs_up';
  tokenAnswers?: 'well' | 'refused';
  registrationAnswers?: 'well' | 'refused' | 'html';
  keyAnswers?: 'well' | 'errors' | 'slowly';
  /** The tool's addresses, for the course page. */
  tool?: { login: string; target: string };
  /** True if the course page offers platform storage. */
  hasStorage?: boolean;
}

export interface PlatformStatus {
  keyReads: number;
  tokens: number;
  rosterPages: number;
  refusals: string[];
  /** Claims of valid deep linking responses. */
  answers: Claims[];
  registrations: { body: Claims; authorization: string }[];
  stored: number;
}

const newKey = () => ({
  kid: randomUUID(),
  ...generateKeyPairSync('rsa', { modulusLength: 2_048 }),
});
let key = newKey();
const foreignKey = newKey();
const state = {
  messages: new Map<string, Message>(),
  ahead: 0,
  toolKeys: [] as JsonWebKey[],
  members: [] as Member[],
  pageSize: 2,
  rosterAnswers: 'well' as NonNullable<PlatformControl['rosterAnswers']>,
  tokenAnswers: 'well' as NonNullable<PlatformControl['tokenAnswers']>,
  registrationAnswers: 'well' as NonNullable<PlatformControl['registrationAnswers']>,
  keyAnswers: 'well' as NonNullable<PlatformControl['keyAnswers']>,
  tool: { login: '', target: '' },
  hasStorage: false,
};
const status: PlatformStatus = {
  keyReads: 0,
  tokens: 0,
  rosterPages: 0,
  refusals: [],
  answers: [],
  registrations: [],
  stored: 0,
};
const accessTokens = new Set<string>();
const seenAssertions = new Set<string>();
let lastNonce = 'none yet';
let at = '';

const now = () => Math.floor((Date.now() + state.ahead) / 1000);
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const sign = (claims: Claims, header: Claims, by: KeyObject): string => {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(by).toString('base64url')}`;
};

/** Returns the claims of a token that one of the tool's keys has signed. Throws otherwise. */
const verified = (token: string): Claims => {
  const [head = '', body = '', signature = ''] = token.split('.');
  const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as Claims;
  const jwk = state.toolKeys.find((one) => one['kid'] === header['kid']);
  if (header['alg'] !== 'RS256' || jwk === undefined) throw new Error('unknown key of the tool');
  const isRight = createVerify('RSA-SHA256')
    .update(`${head}.${body}`)
    .verify(createPublicKey({ key: jwk, format: 'jwk' }), Buffer.from(signature, 'base64url'));
  if (!isRight) throw new Error('wrong signature of the tool');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims;
  const { iat, exp } = claims as { iat?: number; exp?: number };
  if (iat === undefined || exp === undefined || exp < now() - 30 || iat > now() + 30)
    throw new Error('the tool’s token is out of time');
  return claims;
};

const tokenOf = (message: Message, nonce: string): string => {
  const claims = claimsOf(message, {
    at,
    now: now(),
    nonce: message.oldNonce === true ? lastNonce : nonce,
    target: state.tool.target,
  });
  lastNonce = nonce;
  const header = { typ: 'JWT', alg: 'RS256', kid: key.kid };
  switch (message.crooked) {
    case 'other_key':
      return sign(claims, header, foreignKey.privateKey);
    case 'unknown_key':
      return sign(claims, { ...header, kid: foreignKey.kid }, foreignKey.privateKey);
    case 'none':
      return `${part({ ...header, alg: 'none' })}.${part(claims)}.`;
    case 'hmac':
      return sign(claims, { ...header, alg: 'HS256' }, key.privateKey);
    case 'altered': {
      const [head, , signature] = sign(claims, header, key.privateKey).split('.');
      return `${head}.${part({ ...claims, sub: 'somebody else' })}.${signature}`;
    }
    default:
      return sign(claims, header, key.privateKey);
  }
};

const html = (text: string) => text.replace(/[&<>"]/g, (sign_) => `&#${sign_.charCodeAt(0)};`);
const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title></head><body><header><h1>${title}</h1></header><section aria-label="${title}">${body}</section></body></html>`;

/** The authorization endpoint (LTI 1.3, 5.1.1.2; Security Framework 5.1.1). */
const authorize = (query: URLSearchParams): [number, string] => {
  const wanted = {
    scope: 'openid',
    response_type: 'id_token',
    response_mode: 'form_post',
    prompt: 'none',
    client_id: clientId,
  };
  for (const [name, value] of Object.entries(wanted))
    if (query.get(name) !== value) return [400, `${name} is ${query.get(name)}`];
  const [redirect, nonce, states, hint] = [
    'redirect_uri',
    'nonce',
    'state',
    'lti_message_hint',
  ].map((name) => query.get(name) ?? '');
  if (!redirect || !nonce || !states || query.get('login_hint') !== 'the-user')
    return [400, 'something is missing'];
  const message = state.messages.get(hint ?? '');
  if (message === undefined) return [400, 'no such message'];
  const fields =
    message.error === undefined
      ? { id_token: tokenOf(message, nonce), state: states }
      : { error: message.error, error_description: 'as the test wants it', state: states };
  return [
    200,
    page(
      'Launch',
      `<form method="post" action="${html(redirect)}">${Object.entries(fields)
        .map(([name, value]) => `<input type="hidden" name="${name}" value="${html(value)}">`)
        .join('')}</form><script>document.forms[0].submit()</script>`,
    ),
  ];
};

/** Grants access tokens by assertion (Security Framework 4.1). */
const token = (body: string): [number, Claims] => {
  const form = new URLSearchParams(body);
  try {
    if (state.tokenAnswers === 'refused') throw new Error('as the test wants it');
    if (form.get('grant_type') !== 'client_credentials') throw new Error('grant_type');
    if (
      form.get('client_assertion_type') !== 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
    )
      throw new Error('client_assertion_type');
    const claims = verified(form.get('client_assertion') ?? '');
    if (claims['iss'] !== clientId || claims['sub'] !== clientId) throw new Error('iss');
    if (claims['aud'] !== `${at}/token`) throw new Error('aud');
    const jti = String(claims['jti']);
    if (seenAssertions.has(jti)) throw new Error('jti');
    seenAssertions.add(jti);
    const scope = form.get('scope') ?? '';
    if (scope !== 'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly')
      throw new Error('scope');
    const access = randomUUID();
    accessTokens.add(access);
    status.tokens += 1;
    return [200, { access_token: access, token_type: 'Bearer', expires_in: 3600, scope }];
  } catch (error) {
    status.refusals.push(error instanceof Error ? error.message : '');
    return [400, { error: 'invalid_client' }];
  }
};

/**
 * The course page. It frames the tool, and stores data for it, as a platform with storage does
 * (https://www.imsglobal.org/spec/lti-pm-s/v0p1).
 */
const coursePage = (hint: string): string => {
  const login = new URL(state.tool.login || 'http://localhost');
  const fields = {
    iss: at,
    login_hint: 'the-user',
    target_link_uri: state.tool.target,
    lti_message_hint: hint,
    client_id: clientId,
    lti_deployment_id: deployment,
    ...(state.hasStorage && { lti_storage_target: '_parent' }),
  };
  for (const [name, value] of Object.entries(fields)) login.searchParams.set(name, value);
  return page(
    'Course',
    `<iframe name="tool" title="Tool" src="${html(login.href)}" style="width:100%;height:720px;border:0" allow="storage-access"></iframe>
<script>const kept = new Map();
addEventListener('message', ({ data, source, origin }) => {
  if (typeof data !== 'object' || data === null) return;
  const { subject, message_id, key, value } = data;
  if (subject === 'lti.put_data') { kept.set(origin + key, value); fetch('/stored', { method: 'POST' }); source.postMessage({ subject: 'lti.put_data.response', message_id, key, value }, origin); }
  if (subject === 'lti.get_data') source.postMessage({ subject: 'lti.get_data.response', message_id, key, value: kept.get(origin + key) ?? null }, origin);
  if (subject === 'org.imsglobal.lti.close') document.title = 'Closed';
});</script>`,
  );
};

const read = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

const send = (
  response: ServerResponse,
  code: number,
  body: unknown,
  headers: Record<string, string> = {},
) => {
  const isText = typeof body === 'string';
  response.writeHead(code, {
    'content-type': isText ? 'text/html; charset=utf-8' : 'application/json',
    ...headers,
  });
  response.end(isText ? body : JSON.stringify(body));
};

const roster = (request: IncomingMessage, response: ServerResponse, url: URL) => {
  if (!accessTokens.has((request.headers.authorization ?? '').replace(/^Bearer /, '')))
    return send(response, 401, { error: 'unauthorized' });
  if (
    request.headers.accept !== 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json' ||
    state.rosterAnswers === 'forbidden'
  )
    return send(response, 403, { error: 'forbidden' });
  status.rosterPages += 1;
  if (state.rosterAnswers === 'html')
    return send(response, 200, '<html>Down for maintenance</html>');
  if (state.rosterAnswers === 'hangs_up') return response.destroy();
  const from = Number(url.searchParams.get('from') ?? 0);
  const rest = state.members.slice(from, from + state.pageSize);
  const next = new URL(url);
  if (state.rosterAnswers === 'elsewhere') next.host = 'elsewhere.localhost:9';
  next.searchParams.set('from', String(from + state.pageSize));
  send(
    response,
    200,
    {
      id: `${at}${url.pathname}`,
      context: { id: url.pathname.split('/')[2], label: 'SI 182', title: 'Design' },
      members: rest.map((member) => ({ status: 'Active', ...member })),
    },
    {
      'content-type': 'application/vnd.ims.lti-nrps.v2.membershipcontainer+json',
      ...(from + state.pageSize < state.members.length && { link: `<${next.href}>; rel="next"` }),
    },
  );
};

/** The platform's configuration and the registration of a tool (https://www.imsglobal.org/spec/lti-dr/v1p0, 3.4 and 3.6). */
const configuration = () => ({
  issuer: at,
  authorization_endpoint: `${at}/authorize`,
  token_endpoint: `${at}/token`,
  token_endpoint_auth_methods_supported: ['private_key_jwt'],
  token_endpoint_auth_signing_alg_values_supported: ['RS256'],
  jwks_uri: `${at}/jwks`,
  registration_endpoint: `${at}/registrations`,
  scopes_supported: [
    'openid',
    'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly',
  ],
  response_types_supported: ['id_token'],
  subject_types_supported: ['public', 'pairwise'],
  id_token_signing_alg_values_supported: ['RS256'],
  claims_supported: ['sub', 'iss', 'name', 'given_name', 'family_name', 'email'],
  'https://purl.imsglobal.org/spec/lti-platform-configuration': {
    product_family_code: 'lectern',
    version: '1.0',
    messages_supported: [{ type: 'LtiResourceLinkRequest' }, { type: 'LtiDeepLinkingRequest' }],
    variables: ['CourseSection.sourcedId', 'Person.sourcedId'],
  },
});

const register = async (request: IncomingMessage, response: ServerResponse) => {
  if (request.headers.authorization !== 'Bearer a-registration-token')
    return send(response, 401, { error: 'invalid_token' });
  if (state.registrationAnswers === 'refused')
    return send(response, 400, { error: 'invalid_client_metadata' });
  if (state.registrationAnswers === 'html') return send(response, 200, '<html></html>');
  const body = JSON.parse(await read(request)) as Claims;
  status.registrations.push({ body, authorization: request.headers.authorization });
  const configured = body['https://purl.imsglobal.org/spec/lti-tool-configuration'] as Claims;
  return send(response, 201, {
    ...body,
    client_id: 'registered-by-itself',
    'https://purl.imsglobal.org/spec/lti-tool-configuration': {
      ...configured,
      deployment_id: 'dep-7',
    },
  });
};

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
  const url = new URL(request.url ?? '/', at);
  const { pathname } = url;
  if (pathname === '/control') {
    if (request.method === 'GET') return send(response, 200, status);
    const change = JSON.parse(await read(request)) as PlatformControl;
    const { messages, rotates, ...rest } = change;
    Object.assign(state, rest);
    for (const [hint, message] of Object.entries(messages ?? {})) state.messages.set(hint, message);
    if (rotates === true) key = newKey();
    return send(response, 200, {});
  }
  if (pathname === '/jwks') {
    status.keyReads += 1;
    if (state.keyAnswers === 'errors') return send(response, 503, 'down');
    if (state.keyAnswers === 'slowly') await delay(1_000);
    const jwk = key.publicKey.export({ format: 'jwk' });
    return send(response, 200, { keys: [{ ...jwk, kid: key.kid, alg: 'RS256', use: 'sig' }] });
  }
  if (pathname === '/authorize') return send(response, ...authorize(url.searchParams));
  if (pathname === '/token' && request.method === 'POST')
    return send(response, ...token(await read(request)));
  if (/^\/courses\/[\w-]+\/names_and_roles$/.test(pathname)) return roster(request, response, url);
  if (pathname === '/deep_links' && request.method === 'POST') {
    try {
      const claims = verified(new URLSearchParams(await read(request)).get('JWT') ?? '');
      if (claims['iss'] !== clientId || claims['aud'] !== at) throw new Error('iss or aud');
      if (claims[claim('deployment_id')] !== deployment) throw new Error('deployment');
      if (claims[claim('message_type')] !== 'LtiDeepLinkingResponse') throw new Error('type');
      status.answers.push(claims);
      const items = claims[dl('content_items')] as { title: string }[];
      return send(
        response,
        200,
        page('Linked', items.map(({ title }) => `<p>${html(title)}</p>`).join('')),
      );
    } catch (error) {
      status.refusals.push(error instanceof Error ? error.message : '');
      return send(response, 400, page('Refused', ''));
    }
  }
  if (pathname === '/.well-known/openid-configuration') return send(response, 200, configuration());
  if (pathname === '/registrations' && request.method === 'POST')
    return register(request, response);
  if (pathname === '/favicon.ico') return response.writeHead(204).end();
  if (pathname === '/stored') {
    status.stored += 1;
    return send(response, 200, {});
  }
  if (pathname === '/course')
    return send(response, 200, coursePage(url.searchParams.get('message') ?? ''));
  return send(response, 404, 'nothing here');
};

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => send(response, 500, String(error)));
});
server.listen(0, () => {
  // A separate host name, because browsers treat all ports of a host as one site.
  at = `http://${process.argv[2] ?? 'localhost'}:${(server.address() as AddressInfo).port}`;
  process.send?.(at);
});
