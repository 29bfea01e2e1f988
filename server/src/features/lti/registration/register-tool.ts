import { beginLogin, launch, readKeys } from '#contract/lti/endpoints.ts';
import { ltiLimits } from '#contract/lti/kinds.ts';
import { transact, type Scope } from '../../../kernel/context.ts';
import { Problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { checkQuota } from '../../../kernel/sql.ts';
import { recordOf, textOf, type Json } from '../../courses/lms/json-reading.ts';
import { isForBrowsers } from '../lti.rules.ts';
import { insertPlatform } from '../setup/setup.queries.ts';

export type RegistrationFailure =
  | 'invitation'
  | 'configuration'
  | 'refused'
  | 'already'
  | 'too_many';

export class RegistrationFailed extends Error {
  override name = 'RegistrationFailed';
  readonly code: RegistrationFailure;
  constructor(code: RegistrationFailure, cause?: unknown) {
    super(`registration failed: ${code}`, { cause });
    this.code = code;
  }
}

/** The permission that this tool requests from an LMS: the members of its courses. */
export const membershipScope =
  'https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly';

const toolConfiguration = 'https://purl.imsglobal.org/spec/lti-tool-configuration';

const callJson = async (
  { outbound }: Pick<Scope, 'outbound'>,
  url: string,
  request: { method?: string; body?: string; token: string | null },
): Promise<{ status: number; body: Json }> => {
  const answer = await outbound(url, {
    method: request.method ?? 'GET',
    headers: {
      accept: 'application/json',
      ...(request.token !== null && { authorization: `Bearer ${request.token}` }),
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(request.body !== undefined && { body: request.body }),
    seconds: 10,
  });
  return { status: answer.status, body: recordOf(await answer.json()) };
};

/** Reads the configuration of an LMS (https://www.imsglobal.org/spec/lti-dr/v1p0, 3.3). */
const readConfiguration = async (scope: Scope, url: string, token: string | null) => {
  const { status, body } = await callJson(scope, url, { token });
  if (status !== 200) throw new Error(`the configuration request failed with ${status}`);
  const address = (name: string): string => {
    const text = textOf(body[name], ltiLimits.url);
    if (text === null) throw new Error(`the configuration has no ${name}`);
    return text;
  };
  /** Returns an address that this server can call. */
  const called = (name: string): string => {
    const text = address(name);
    scope.outbound.check(text);
    return text;
  };
  const authorization = address('authorization_endpoint');
  if (!isForBrowsers(authorization))
    throw new Error('browsers cannot be sent to its authorization_endpoint');
  const issuer = body['issuer'];
  if (typeof issuer !== 'string' || issuer === '' || issuer.length > 500)
    throw new Error('the configuration has no issuer');
  const family = textOf(
    recordOf(body['https://purl.imsglobal.org/spec/lti-platform-configuration'])[
      'product_family_code'
    ],
    ltiLimits.name,
  );
  return {
    issuer,
    host: new URL(url).host.slice(0, 300),
    authorization,
    token: called('token_endpoint'),
    keys: called('jwks_uri'),
    registration: called('registration_endpoint'),
    audience: textOf(body['authorization_server'], ltiLimits.url),
    name: family === null ? new URL(url).host.slice(0, ltiLimits.name) : family,
  };
};

/** Returns the registration of this school as a tool (3.5). */
const registrationOf = (origin: string, name: string) => ({
  application_type: 'web',
  response_types: ['id_token'],
  grant_types: ['implicit', 'client_credentials'],
  initiate_login_uri: `${origin}${beginLogin.path}`,
  redirect_uris: [`${origin}${launch.path}`],
  client_name: name,
  jwks_uri: `${origin}${readKeys.path}`,
  token_endpoint_auth_method: 'private_key_jwt',
  scope: membershipScope,
  [toolConfiguration]: {
    domain: new URL(origin).host,
    description: name,
    target_link_uri: `${origin}${launch.path}`,
    claims: ['iss', 'sub', 'name', 'given_name', 'family_name', 'email'],
    messages: [
      { type: 'LtiResourceLinkRequest', target_link_uri: `${origin}${launch.path}`, label: name },
      { type: 'LtiDeepLinkingRequest', target_link_uri: `${origin}${launch.path}`, label: name },
    ],
  },
});

/** Registers this school as a tool at the LMS, and adds the LMS here, turned off. */
export const registerTool = async (
  scope: Scope,
  query: Readonly<Record<string, string>>,
  origin: string,
): Promise<void> => {
  const { school, clock } = scope;
  const url = query['openid_configuration'] ?? '';
  const token = textOf(query['registration_token'], 8_000);
  const platform = await readConfiguration(scope, url, token).catch((error: unknown) => {
    throw new RegistrationFailed('configuration', error);
  });
  const { body } = await callJson(scope, platform.registration, {
    method: 'POST',
    body: JSON.stringify(registrationOf(origin, school.name)),
    token,
  })
    .then((answer) => {
      if (answer.status !== 200 && answer.status !== 201)
        throw new Error(`the registration failed with ${answer.status}`);
      return answer;
    })
    .catch((error: unknown) => {
      throw new RegistrationFailed('refused', error);
    });
  const clientId = textOf(body['client_id'], 300);
  if (clientId === null) throw new RegistrationFailed('refused');
  const deployment = textOf(recordOf(body[toolConfiguration])['deployment_id'], 255);
  await transact(scope, async (context) => {
    await checkQuota(context.db, 'lti_platforms', ltiLimits.platforms, 'lti_too_many');
    const id = await insertPlatform(
      context.db,
      school.school_id,
      {
        name: platform.name,
        issuer: platform.issuer,
        client_id: clientId,
        authorization_url: platform.authorization,
        token_url: platform.token,
        token_audience: platform.audience,
        keys_url: platform.keys,
        deployments: deployment === null ? [] : [deployment],
        match_by: null,
        trusts_emails: false,
        is_on: false,
        is_dynamic: true,
        configuration_host: platform.host,
      },
      clock.now(),
    );
    if (id === null) throw new RegistrationFailed('already');
    await record(context, 'lti_changed', {
      act: 'registered',
      name: platform.name,
      issuer: platform.issuer,
    });
  }).catch((error: unknown) => {
    if (error instanceof Problem && error.code === 'lti_too_many')
      throw new RegistrationFailed('already', error);
    throw error;
  });
};
