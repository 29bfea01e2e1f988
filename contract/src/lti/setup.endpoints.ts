import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { wholeNumber } from '../whole-number.ts';
import { ssoMatches } from '../sso/errors-shown.ts';
import { ltiLimits, rosterProblems } from './kinds.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

/* A school's LMS platforms, for people with `lti.manage` (decision 065). */

const staff = { access: 'staff', permission: 'lti.manage', credential: 'bearer' } as const;
const one = z.strictObject({ platform: z.string().min(1).max(20) });
const name = text().min(1).max(ltiLimits.name);
const url = text().min(1).max(ltiLimits.url);
const done = z.object({ ok: z.literal(true) });

const platform = z.object({
  id: z.string(),
  version: wholeNumber,
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  authorizationUrl: z.string(),
  tokenUrl: z.string(),
  tokenAudience: z
    .string()
    .nullable()
    .describe('Audience for tokens, or null for the token endpoint’s address.'),
  keysUrl: z.string(),
  deployments: z.array(z.string()),
  matchBy: z
    .enum(ssoMatches)
    .nullable()
    .describe('Property that is compared with the platform’s person_sourcedid, or null for none.'),
  trustsEmails: z.boolean(),
  isOn: z.boolean(),
  isDynamic: z.boolean().describe('True if it registered itself by an invitation from staff.'),
  configurationHost: z
    .string()
    .nullable()
    .describe(
      'Host that configured it when it registered itself, or null. Its issuer is only its own claim.',
    ),
  refusedDeployment: z
    .string()
    .nullable()
    .describe(
      'Deployment of the last launch that was refused because the deployment isn’t listed, or null.',
    ),
  people: z.number().int().describe('Number of its users with a matching account.'),
});
schemaNames.add(platform, { id: 'LtiPlatform' });
export type LtiPlatform = z.output<typeof platform>;

const connectedCourse = z.object({
  id: z.string(),
  platform: z.string().describe('ID of the platform.'),
  title: z.string(),
  section: z
    .object({ id: z.string(), number: z.string(), title: z.string(), term: z.string() })
    .nullable()
    .describe('Linked section, or null.'),
  readAt: z.string().nullable().describe('Time of the last roster sync in RFC 3339, or null.'),
  problem: z
    .enum(rosterProblems)
    .nullable()
    .describe('Reason why the last roster sync failed, or null.'),
  listed: z.number().int().describe('Number of people listed in the last sync.'),
  unknown: z.number().int().describe('Number of these people without a matching account.'),
  canRead: z.boolean(),
});
schemaNames.add(connectedCourse, { id: 'LtiCourse' });
export type LtiCourse = z.output<typeof connectedCourse>;

const setup = z.object({
  platforms: z.array(platform),
  courses: z.array(connectedCourse).describe('Last 200 courses that launches came from.'),
  tool: z.object({
    login: z.string(),
    launch: z.string(),
    keys: z.string(),
    domain: z.string(),
  }),
  keyMadeAt: z.string().nullable().describe('Time when the signing key was created, or null.'),
});
schemaNames.add(setup, { id: 'LtiSettings' });
export type LtiSetup = z.output<typeof setup>;

export const readLtiSetup = endpoint({
  ...staff,
  name: 'lti-setup.read',
  summary: 'Get the LTI settings',
  description:
    'Returns the school’s LMS platforms, their courses, and the tool addresses to enter in the LMS.',
  method: 'GET',
  path: '/api/v1/school/lti',
  reply: setup,
});

const fields = {
  name,
  issuer: text().min(1).max(500),
  clientId: text().min(1).max(300),
  authorizationUrl: url,
  tokenUrl: url,
  tokenAudience: url
    .nullable()
    .default(null)
    .describe('Audience for tokens, or null for the token endpoint’s address.'),
  keysUrl: url,
  deployments: z
    .array(text().min(1).max(255))
    .max(ltiLimits.deployments)
    .default([])
    .describe('Deployments whose launches are accepted.'),
  matchBy: z
    .enum(ssoMatches)
    .nullable()
    .default(null)
    .describe(
      'Property to compare with the platform’s person_sourcedid at a first launch, or null for none.',
    ),
  trustsEmails: z
    .boolean()
    .default(false)
    .describe('True if the platform’s email addresses can be trusted to identify new users.'),
  isOn: z.boolean().default(false),
};

export const createPlatform = endpoint({
  ...staff,
  name: 'lti-platforms.create',
  summary: 'Register an LMS platform',
  description: '`clientId` is the platform’s. Idempotent by `requestId`.',
  method: 'POST',
  path: '/api/v1/school/lti/platforms',
  keepsReply: 'always',
  body: z.strictObject({
    requestId: clientId
      .optional()
      .describe('ID for retries, chosen by the caller, like `clientId` in other calls.'),
    ...fields,
  }),
  reply: z.object({ id: z.string() }),
  errors: ['lti_address', 'lti_registered_already', 'lti_too_many', 'lti_deployments_needed'],
});

export const updatePlatform = endpoint({
  ...staff,
  name: 'lti-platforms.update',
  summary: 'Update an LMS platform',
  description:
    'Send the `version` you read. Issuer and client ID can’t change: another platform needs another registration.',
  method: 'PUT',
  path: '/api/v1/school/lti/platforms/{platform}',
  params: one,
  body: z.strictObject({
    name: fields.name,
    authorizationUrl: fields.authorizationUrl,
    tokenUrl: fields.tokenUrl,
    tokenAudience: fields.tokenAudience,
    keysUrl: fields.keysUrl,
    deployments: fields.deployments,
    matchBy: fields.matchBy,
    trustsEmails: fields.trustsEmails,
    isOn: fields.isOn,
    version: wholeNumber.describe('Version you read.'),
  }),
  reply: done,
  errors: ['not_found', 'lti_address', 'lti_deployments_needed', 'lti_platform_changed'],
});

export const deletePlatform = endpoint({
  ...staff,
  name: 'lti-platforms.delete',
  summary: 'Delete an LMS platform',
  description: 'Also deletes its links to accounts, and the section members that it added.',
  method: 'DELETE',
  path: '/api/v1/school/lti/platforms/{platform}',
  params: one,
  reply: done,
  errors: ['not_found'],
});

export const createInvitation = endpoint({
  ...staff,
  name: 'lti-invitations.create',
  summary: 'Create an LTI registration invitation',
  description: `Returns an address for dynamic registration, to be entered by the platform’s admin. It works once, within ${ltiLimits.invitationMinutes} minutes. The platform stays off until staff turn it on. Idempotent by \`clientId\` for 24 hours.`,
  method: 'POST',
  path: '/api/v1/school/lti/invitations',
  keepsReply: 'day',
  body: z.strictObject({ clientId: clientId.optional() }),
  reply: z.object({ address: z.string(), expiresAt: z.string() }),
  errors: ['lti_too_many'],
});

export const renewLtiKey = endpoint({
  ...staff,
  name: 'lti-keys.create',
  summary: 'Renew the LTI signing key',
  description:
    'New messages are signed with the new key. The previous key stays in the key set for 30 days, for messages it has signed.',
  method: 'POST',
  path: '/api/v1/school/lti/key',
  reply: done,
});
