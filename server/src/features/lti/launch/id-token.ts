import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTPayload } from 'jose';
import type { Scope } from '../../../kernel/context.ts';
import { listOf, recordOf, textOf } from '../../courses/lms/json-reading.ts';
import type { PlatformRow } from '../lti.queries.ts';
import { isForBrowsers, sectionRole, targetPath } from '../lti.rules.ts';
import type { SectionRole } from '#contract/courses/kinds.ts';
import { LaunchFailed } from './launch-failed.ts';
import { platformKeys } from './platform-keys.ts';

/** Maximum difference between the platform's clock and ours, in seconds. */
const skewSeconds = 60;
/** Maximum age of a message in seconds, even if it says otherwise: Canvas makes them valid for an hour. */
const ageMax = 3_600;

const claim = (name: string) => `https://purl.imsglobal.org/spec/lti/claim/${name}`;
const deepLinking = 'https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings';
const namesAndRoles = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice';

/** The data of a verified launch that we use. */
export interface LaunchContent {
  readonly subject: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly sourcedId: string | null;
  readonly role: SectionRole | null;
  readonly deployment: string;
  readonly context: { readonly id: string; readonly label: string; readonly title: string } | null;
  /** Codes that the school's other systems may use for the course. */
  readonly codes: readonly string[];
  readonly membershipsUrl: string | null;
  readonly target: string | null;
  readonly deepLink: { readonly returnUrl: string; readonly data: string | null } | null;
}

/** Checks the signature and times of a message, and that it is from this platform for this tool (https://www.imsglobal.org/spec/security/v1p0/, 5.1.3). */
export const verifyIdToken = async (
  scope: Scope,
  platform: PlatformRow,
  token: string,
  nonce: string,
): Promise<JWTPayload> => {
  let kid: unknown;
  let alg: unknown;
  let unchecked: JWTPayload;
  try {
    ({ kid, alg } = decodeProtectedHeader(token));
    unchecked = decodeJwt(token);
  } catch (error) {
    throw new LaunchFailed('signature', error);
  }
  // Checked before any request, so that messages of other platforms cause none.
  if (unchecked.iss !== platform.issuer) throw new LaunchFailed('issuer');
  if (alg !== 'RS256') throw new LaunchFailed('signature');
  if (typeof kid !== 'string' || kid === '') throw new LaunchFailed('key_unknown');
  const keys = await platformKeys(scope, platform, kid);
  const now = scope.clock.now();
  let payload: JWTPayload;
  try {
    ({ payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256'],
      currentDate: now,
      clockTolerance: skewSeconds,
      requiredClaims: ['exp', 'iat'],
    }));
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new LaunchFailed('expired', error);
    if (error instanceof errors.JWTClaimValidationFailed)
      throw new LaunchFailed(error.claim === 'exp' ? 'expired' : 'issued_at', error);
    throw new LaunchFailed('signature', error);
  }
  const { aud, azp, iat = 0 } = payload;
  const audience = [aud].flat();
  if (
    !audience.includes(platform.client_id) ||
    (audience.length > 1 && azp === undefined) ||
    (azp !== undefined && azp !== platform.client_id)
  )
    throw new LaunchFailed('audience');
  const age = now.getTime() / 1_000 - iat;
  if (age > ageMax + skewSeconds || age < -skewSeconds) throw new LaunchFailed('issued_at');
  if (payload['nonce'] !== nonce) throw new LaunchFailed('nonce');
  return payload;
};

/**
 * Returns an identifier. Null if it is a variable that the platform could not fill in (LTI 1.3, 3.4.1.4 and Canvas), or if it has
 * hidden characters, because removing them could turn it into someone else's.
 */
const filled = (value: unknown): string | null => {
  const text = textOf(value, 255);
  return text === null || text.startsWith('$') || text !== String(value).trim() ? null : text;
};

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

/** Returns an address of the platform that this server can call. Null if it can't. */
const addressOf = ({ outbound }: Pick<Scope, 'outbound'>, value: unknown): string | null => {
  const text = textOf(value, 1_000);
  if (text === null) return null;
  try {
    outbound.check(text);
    return text;
  } catch {
    return null;
  }
};

/** Returns the deployment of a verified message. Throws if it has none that we accept. */
export const deploymentOf = (payload: JWTPayload): string => {
  const deployment = payload[claim('deployment_id')];
  if (typeof deployment !== 'string' || deployment === '' || deployment.length > 255)
    throw new LaunchFailed('deployment');
  return deployment;
};

/**
 * Reads the content of a verified message (https://www.imsglobal.org/spec/lti/v1p3/, sections 5.3 and 5.4;
 * https://www.imsglobal.org/spec/lti-dl/v2p0/, section 4.4).
 */
export const contentOf = (
  scope: Pick<Scope, 'outbound' | 'origin'>,
  payload: JWTPayload,
): LaunchContent => {
  if (payload[claim('version')] !== '1.3.0') throw new LaunchFailed('version');
  const type = payload[claim('message_type')];
  if (type !== 'LtiResourceLinkRequest' && type !== 'LtiDeepLinkingRequest')
    throw new LaunchFailed('message_type');
  const subject = typeof payload.sub === 'string' ? payload.sub : '';
  if (subject === '') throw new LaunchFailed('anonymous');
  if (subject.length > 255) throw new LaunchFailed('claims');
  if (
    type === 'LtiResourceLinkRequest' &&
    textOf(recordOf(payload[claim('resource_link')])['id'], 300) === null
  )
    throw new LaunchFailed('claims');
  const roles = textsOf(payload[claim('roles')]);
  // Test users of a platform aren't real people (LTI 1.3, A.2.4.1).
  if (roles.some((role) => role.endsWith('person#TestUser'))) throw new LaunchFailed('test_user');
  const context = recordOf(payload[claim('context')]);
  const contextId = typeof context['id'] === 'string' ? context['id'] : '';
  if (contextId.length > 255) throw new LaunchFailed('claims');
  const lis = recordOf(payload[claim('lis')]);
  const settings = recordOf(payload[deepLinking]);
  const returned = textOf(settings['deep_link_return_url'], 1_000);
  const returnUrl = returned !== null && isForBrowsers(returned) ? returned : null;
  if (type === 'LtiDeepLinkingRequest') {
    if (returnUrl === null || JSON.stringify(settings).length > 20_000)
      throw new LaunchFailed('claims');
    if (!textsOf(settings['accept_types']).includes('ltiResourceLink'))
      throw new LaunchFailed('no_link_type');
  }
  const label = textOf(context['label'], 200) ?? '';
  return {
    subject,
    name: textOf(payload['name'], 200),
    email: filled(payload['email']),
    sourcedId: filled(lis['person_sourcedid']),
    role: sectionRole(roles),
    deployment: deploymentOf(payload),
    context:
      contextId === ''
        ? null
        : { id: contextId, label, title: textOf(context['title'], 300) ?? label },
    codes: [lis['course_section_sourcedid'], lis['course_offering_sourcedid']].flatMap(
      (one) => filled(one) ?? [],
    ),
    membershipsUrl: addressOf(scope, recordOf(payload[namesAndRoles])['context_memberships_url']),
    target: targetPath(textOf(payload[claim('target_link_uri')], 2_000), scope.origin),
    deepLink:
      type === 'LtiDeepLinkingRequest' && returnUrl !== null
        ? {
            returnUrl,
            // Returned to the platform unchanged.
            data: typeof settings['data'] === 'string' ? settings['data'] : null,
          }
        : null,
  };
};

/** Returns the members on one page of a roster (Names and Role Provisioning Services 2.0, 2.2). */
export const membersOf = (answer: unknown) =>
  listOf(recordOf(answer)['members']).flatMap((member) => {
    const subject = typeof member['user_id'] === 'string' ? member['user_id'] : '';
    if (subject === '' || subject.length > 255) return [];
    return [
      {
        subject,
        sourcedId: filled(member['lis_person_sourcedid']),
        email: filled(member['email']),
        role: sectionRole(textsOf(member['roles'])),
        // Members without a status are active.
        isActive: member['status'] === undefined || member['status'] === 'Active',
      },
    ];
  });
