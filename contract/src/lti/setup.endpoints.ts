import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { wholeNumber } from '../whole-number.ts';
import { ssoMatches } from '../sso/errors-shown.ts';
import { ltiLimits, rosterProblems } from './kinds.ts';
import { text } from '../text.ts';

/* The learning platforms of a school, for those who run it (decision 065). */

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
  tokenAudience: z.string().nullable(),
  keysUrl: z.string(),
  deployments: z.array(z.string()),
  matchBy: z.enum(ssoMatches).nullable(),
  trustsEmails: z.boolean(),
  isOn: z.boolean(),
  isDynamic: z.boolean().describe('It registered itself, by an address that staff made'),
  configurationHost: z
    .string()
    .nullable()
    .describe(
      'Whence it was configured when it registered itself; its issuer is only its own word',
    ),
  refusedDeployment: z
    .string()
    .nullable()
    .describe('Of the last launch that was refused because its deployment is not listed'),
  people: z.number().int().describe('Users of it who are known here'),
});
export type LtiPlatform = z.output<typeof platform>;

const connectedCourse = z.object({
  id: z.string(),
  platform: z.string().describe('Its id'),
  title: z.string(),
  section: z
    .object({ id: z.string(), number: z.string(), title: z.string(), term: z.string() })
    .nullable(),
  readAt: z.string().nullable(),
  problem: z.enum(rosterProblems).nullable(),
  listed: z.number().int(),
  unknown: z.number().int(),
  canRead: z.boolean(),
});
export type LtiCourse = z.output<typeof connectedCourse>;

const setup = z.object({
  platforms: z.array(platform),
  courses: z.array(connectedCourse).describe('The last 200 from which somebody came'),
  tool: z.object({
    login: z.string(),
    launch: z.string(),
    keys: z.string(),
    domain: z.string(),
  }),
  keyMadeAt: z.string().nullable(),
});
export type LtiSetup = z.output<typeof setup>;

export const readLtiSetup = endpoint({
  ...staff,
  name: 'lti-setup.read',
  summary: 'The school’s learning platforms, their courses, and our own addresses to enter there.',
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
  tokenAudience: url.nullable().default(null).describe('Null: the address of the token endpoint'),
  keysUrl: url,
  deployments: z
    .array(text().min(1).max(255))
    .max(ltiLimits.deployments)
    .default([])
    .describe('Those whose launches are taken'),
  matchBy: z
    .enum(ssoMatches)
    .nullable()
    .default(null)
    .describe(
      'What the platform’s person_sourcedid is compared with at a first launch; null: nothing',
    ),
  trustsEmails: z
    .boolean()
    .default(false)
    .describe('E-mail addresses of the platform are its users’ own: they say who a new user is'),
  isOn: z.boolean().default(false),
};

export const createPlatform = endpoint({
  ...staff,
  name: 'lti-platforms.create',
  summary:
    'Register a learning platform by hand. `clientId` is the platform’s; a repeated `requestId` answers the first one again.',
  method: 'POST',
  path: '/api/v1/school/lti/platforms',
  keepsReply: 'always',
  body: z.strictObject({
    requestId: clientId
      .optional()
      .describe('Chosen by the caller for what it creates, as `clientId` of other calls'),
    ...fields,
  }),
  reply: z.object({ id: z.string() }),
  errors: ['lti_address', 'lti_registered_already', 'lti_too_many', 'lti_deployments_needed'],
});

export const updatePlatform = endpoint({
  ...staff,
  name: 'lti-platforms.update',
  summary:
    'Change a learning platform, as it was read. Issuer and client ID stay: another platform is another registration.',
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
    version: wholeNumber,
  }),
  reply: done,
  errors: ['not_found', 'lti_address', 'lti_deployments_needed', 'lti_platform_changed'],
});

export const deletePlatform = endpoint({
  ...staff,
  name: 'lti-platforms.delete',
  summary:
    'Remove a learning platform, who its users are here, and whom it has brought into sections.',
  method: 'DELETE',
  path: '/api/v1/school/lti/platforms/{platform}',
  params: one,
  reply: done,
  errors: ['not_found'],
});

export const createInvitation = endpoint({
  ...staff,
  name: 'lti-invitations.create',
  summary: `An address for dynamic registration: whoever runs a learning platform enters it there. It works once, for ${ltiLimits.invitationMinutes} minutes; what registers is off until staff turn it on. A repeated \`clientId\` answers the first one again for 24 hours.`,
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
  summary:
    'Sign with a new key from now on. The former one stays in the key set for 30 days, for what it has signed.',
  method: 'POST',
  path: '/api/v1/school/lti/key',
  reply: done,
});
