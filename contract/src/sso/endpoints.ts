import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { ssoErrors, ssoMatches } from './errors-shown.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const provider = z.strictObject({
  provider: z.string().min(1).max(20).describe('ID of one of the school’s sign-on providers.'),
});
const nothing = z.null();

export const listSso = endpoint({
  name: 'sso.list',
  summary: 'List sign-on providers',
  description: 'Returns the providers for the school’s sign-in page.',
  method: 'GET',
  path: '/api/v1/sso',
  access: 'visitor',
  credential: 'open',
  reply: z.object({
    items: z.array(z.object({ id: z.string(), name: z.string() })),
    isRequired: z.boolean().describe('True if only fallback admins can sign in with a password.'),
  }),
});

/** Links from other sites are allowed: the flow ends in the visitor's own account, or nowhere. */
export const startSso = endpoint({
  name: 'sso.start',
  summary: 'Start single sign-on',
  description:
    'Redirects the browser to the provider (OpenID Connect code flow with PKCE, or a SAML AuthnRequest by redirect). `redirect` is a path of this app. Redirects failures to /login?sso_error=.',
  method: 'GET',
  path: '/api/v1/sso/{provider}/start',
  access: 'visitor',
  credential: 'open',
  answers: 'redirect',
  params: provider,
  query: z.strictObject({ redirect: z.string().max(2000).optional() }),
  reply: nothing,
});

/** RFC 6749 §4.1.2 asks clients to ignore unknown parameters. Only those of RFC 9207 (`iss`) and of the code flow are read. */
export const finishOidc = endpoint({
  name: 'sso.finish-oidc',
  summary: 'Finish OpenID Connect sign-on',
  description:
    'The provider redirects the browser here. Signs in and redirects to the app, or to /login?sso_error=.',
  method: 'GET',
  path: '/api/v1/sso/{provider}/callback',
  access: 'visitor',
  credential: 'cookie',
  answers: 'redirect',
  params: provider,
  query: z.object({
    state: z.string().min(1).max(200),
    code: z.string().max(4000).optional(),
    iss: z.string().max(2000).optional(),
    error: z.string().max(200).optional(),
  }),
  reply: nothing,
});

/**
 * The form of SAML bindings §3.5. It comes from the provider's site, so the browser sends no session and no anti-forgery token.
 */
export const finishSaml = endpoint({
  name: 'sso.finish-saml',
  summary: 'Finish SAML sign-on',
  description:
    'Assertion consumer service: the provider posts its response here. Signs in and redirects to the app, or to /login?sso_error=.',
  method: 'POST',
  path: '/api/v1/sso/{provider}/acs',
  access: 'visitor',
  credential: 'open',
  takes: 'form',
  answers: 'redirect',
  params: provider,
  body: z.object({
    SAMLResponse: z.string().min(1).max(1_000_000),
    RelayState: z.string().max(2000).optional(),
  }),
  reply: nothing,
});

export const ssoMetadata = endpoint({
  name: 'sso.metadata',
  summary: 'Get the SAML service provider metadata',
  description:
    'Returns the entity ID and the assertion consumer service, and requests signed assertions.',
  method: 'GET',
  path: '/api/v1/sso/{provider}/metadata',
  access: 'visitor',
  credential: 'open',
  answers: 'xml',
  params: provider,
  reply: z.string(),
  errors: ['not_found'],
});

const name = text().min(1).max(60);
const url = text().max(1000);
const claim = text().min(1).max(200);
/** SAML metadata as a file or pasted. One entity has a few kilobytes; a whole federation has megabytes and is refused. */
const xml = z.string().max(400_000);

/** The result of a test sign-on: the attributes received, and the person they would sign in. */
export const ssoTest = z.object({
  at: z.string().describe('Instant in ISO 8601.'),
  outcome: z.enum(['signs_in', 'makes_person', ...ssoErrors]),
  person: face.nullable().describe('Person that the test found, or null.'),
  attributes: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .describe('Attributes, at most 60, each at most 300 characters.'),
});
schemaNames.add(ssoTest, { id: 'SignOnTest' });
export type SsoTest = z.output<typeof ssoTest>;

export const ssoProvider = z.object({
  id: z.string(),
  kind: z.enum(['oidc', 'saml']),
  name: z.string(),
  isOn: z.boolean(),
  issuer: z.string(),
  endpoints: z.array(
    z.object({
      use: z.enum(['authorization', 'token', 'keys', 'userinfo', 'sign_on']),
      url: z.string(),
    }),
  ),
  certificates: z.array(
    z.object({
      subject: z.string(),
      fingerprint: z.string().describe('SHA-256 fingerprint.'),
      validTo: z.string(),
    }),
  ),
  metadataUrl: z
    .string()
    .nullable()
    .describe('Address of the metadata, or null for an uploaded file.'),
  readAt: z.string(),
  readError: z
    .enum([
      'address',
      'private',
      'unreachable',
      'timeout',
      'size',
      'answer',
      'content',
      'issuer_changed',
    ])
    .nullable()
    .describe('Reason why the last reading failed, or null.'),
  clientId: z.string().nullable().describe('Client ID, or null if none is set.'),
  hasClientSecret: z.boolean(),
  identifierClaim: z.string(),
  matchBy: z.enum(ssoMatches),
  firstNameClaim: z.string(),
  lastNameClaim: z.string(),
  emailClaim: z.string(),
  makesPeople: z.boolean(),
  allowsUnasked: z
    .boolean()
    .describe(
      'True if a SAML provider can start the sign-on. A stranger can then sign someone in to the stranger’s account.',
    ),
  isTested: z
    .boolean()
    .describe('True if a test sign-on has found a person since the settings last changed.'),
  test: ssoTest.nullable().describe('Last test, or null.'),
  callbackUrl: z
    .string()
    .describe('Redirect URI (OpenID Connect) or assertion consumer service (SAML).'),
  entityId: z.string().describe('SAML entity ID of this school, and the address of its metadata.'),
  people: z.number().int().describe('Number of people who have signed in through it.'),
});
schemaNames.add(ssoProvider, { id: 'SignOnProvider' });
export type SsoProvider = z.output<typeof ssoProvider>;

const setup = z.object({
  providers: z.array(ssoProvider),
  isRequired: z.boolean(),
  fallbacks: z
    .array(z.string())
    .describe('User IDs of admins who can still sign in with a password.'),
  admins: z.array(face).describe('Admins who have a password.'),
});
schemaNames.add(setup, { id: 'SignOnSettings' });
export type SsoSetup = z.output<typeof setup>;

export const readSetup = endpoint({
  name: 'sso-setup.read',
  summary: 'Get the sign-on settings',
  description:
    'Returns the school’s sign-on providers without their secrets, and whether single sign-on is required.',
  method: 'GET',
  path: '/api/v1/school/sign-on',
  access: 'staff',
  permission: 'sign-on.manage',
  credential: 'bearer',
  reply: setup,
});

const made = { clientId: clientId.optional(), name };

export const addProvider = endpoint({
  name: 'sso-setup.add',
  summary: 'Add a sign-on provider',
  description:
    'Reads the provider’s metadata (makes an external request of at most 5 seconds) and stores it turned off. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/school/sign-on/providers',
  access: 'staff',
  permission: 'sign-on.manage',
  credential: 'bearer',
  keepsReply: 'always',
  body: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('oidc'), ...made, issuer: url.min(1) }),
    z.strictObject({ kind: z.literal('saml'), ...made, metadataUrl: url.min(1) }),
    z.strictObject({ kind: z.literal('saml-file'), ...made, metadata: xml.min(1) }),
  ]),
  reply: z.object({ id: z.string() }),
  errors: [
    'sso_unreachable',
    'sso_private_address',
    'sso_metadata_unreadable',
    'sso_too_many_providers',
  ],
});

export const updateProvider = endpoint({
  name: 'sso-setup.change',
  summary: 'Update a sign-on provider',
  description:
    'Send only the fields to change. Changes to the data read from the provider require a new test.',
  method: 'PATCH',
  path: '/api/v1/school/sign-on/providers/{provider}',
  access: 'staff',
  permission: 'sign-on.manage',
  credential: 'bearer',
  params: provider,
  body: z
    .strictObject({
      name,
      isOn: z.boolean(),
      clientId: text().min(1).max(300),
      clientSecret: z
        .string()
        .min(1)
        .max(1000)
        .describe('Client secret. Stored encrypted and never returned.'),
      identifierClaim: claim,
      matchBy: z.enum(ssoMatches),
      firstNameClaim: claim,
      lastNameClaim: claim,
      emailClaim: claim,
      makesPeople: z.boolean(),
      allowsUnasked: z.boolean(),
      metadata: xml.min(1).describe('SAML metadata that replaces the stored one.'),
    })
    .partial(),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'sso_incomplete', 'sso_still_required', 'sso_metadata_unreadable'],
});

export const rereadProvider = endpoint({
  name: 'sso-setup.reread',
  summary: 'Refresh a provider’s metadata',
  description: 'Reads it now. This also happens automatically once a day.',
  method: 'POST',
  path: '/api/v1/school/sign-on/providers/{provider}/reread',
  access: 'staff',
  permission: 'sign-on.manage',
  credential: 'bearer',
  params: provider,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'sso_unreachable', 'sso_private_address', 'sso_metadata_unreadable'],
});

export const testProvider = endpoint({
  name: 'sso-setup.test',
  summary: 'Start a test sign-on',
  description: 'Runs in this browser. The result is shown in the settings and signs no one in.',
  method: 'POST',
  path: '/api/v1/school/sign-on/providers/{provider}/test',
  access: 'staff',
  permission: 'sign-on.manage',
  credential: 'bearer',
  params: provider,
  reply: z.object({ location: z.string().describe('Address to open in the browser.') }),
  errors: ['not_found', 'sso_incomplete', 'sso_unreachable'],
});

export const deleteProvider = endpoint({
  name: 'sso-setup.delete',
  summary: 'Delete a sign-on provider',
  description: 'Also deletes its links to accounts.',
  method: 'DELETE',
  path: '/api/v1/school/sign-on/providers/{provider}',
  access: 'staff',
  permission: 'sign-on.manage',
  credential: 'bearer',
  params: provider,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'sso_still_required'],
});

export const requireSso = endpoint({
  name: 'sso-setup.require',
  summary: 'Require single sign-on',
  description:
    'Turns passwords off for everyone except the given admins, or on again. Needs a tested provider that is turned on.',
  method: 'PUT',
  path: '/api/v1/school/sign-on/requirement',
  access: 'staff',
  permission: 'sign-on.manage',
  credential: 'bearer',
  body: z.strictObject({
    isRequired: z.boolean(),
    fallbacks: z.array(z.string().max(64)).max(20).default([]),
  }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['sso_not_tested', 'sso_no_fallback'],
});
