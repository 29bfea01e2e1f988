import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { ssoErrors, ssoMatches } from './errors-shown.ts';
import { text } from '../text.ts';

const provider = z.strictObject({
  provider: z.string().min(1).max(20).describe('Id of one of the school’s sign-on providers'),
});
const nothing = z.null();

export const listSso = endpoint({
  name: 'sso.list',
  summary: 'Providers people of this school can sign in with, for the sign-in page.',
  method: 'GET',
  path: '/api/v1/sso',
  access: 'visitor',
  credential: 'open',
  reply: z.object({
    items: z.array(z.object({ id: z.string(), name: z.string() })),
    isRequired: z.boolean().describe('Passwords sign in nobody but those named as fallback'),
  }),
});

/** Another site may lead here: what follows ends in the visitor's own account, or nowhere. */
export const startSso = endpoint({
  name: 'sso.start',
  summary:
    'Sends the browser to the provider (OpenID Connect code flow with PKCE, or a SAML AuthnRequest by redirect). `redirect` is a path of this app. Failures lead to /login?sso_error=.',
  method: 'GET',
  path: '/api/v1/sso/{provider}/start',
  access: 'visitor',
  credential: 'open',
  answers: 'redirect',
  params: provider,
  query: z.strictObject({ redirect: z.string().max(2000).optional() }),
  reply: nothing,
});

/** RFC 6749 §4.1.2 asks to ignore parameters one does not know: those of RFC 9207 (`iss`) and of the code flow are read. */
export const finishOidc = endpoint({
  name: 'sso.finish-oidc',
  summary:
    'Where an OpenID Connect provider sends the browser back to; signs in and leads on, or to /login?sso_error=.',
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

/** The form of SAML bindings §3.5. It comes from the provider's site, so no session and no anti-forgery token come along. */
export const finishSaml = endpoint({
  name: 'sso.finish-saml',
  summary:
    'Where a SAML provider posts its response (assertion consumer service); signs in and leads on, or to /login?sso_error=.',
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
  summary:
    'This school as a SAML service provider: entity id, assertion consumer service, signed assertions wanted.',
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
/** SAML metadata as a file or pasted; one entity is some kilobytes, a whole federation some megabytes and refused. */
const xml = z.string().max(400_000);

/** What a test sign-on brought: attributes as they came, and whom they would sign in. */
export const ssoTest = z.object({
  at: z.string().describe('Instant, ISO 8601'),
  outcome: z.enum(['signs_in', 'makes_person', ...ssoErrors]),
  person: face.nullable(),
  attributes: z
    .array(z.object({ name: z.string(), value: z.string() }))
    .describe('At most 60, each at most 300 characters'),
});
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
      fingerprint: z.string().describe('SHA-256'),
      validTo: z.string(),
    }),
  ),
  metadataUrl: z.string().nullable(),
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
    .nullable(),
  clientId: z.string().nullable(),
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
      'SAML: the provider may begin. A stranger can then sign somebody into the stranger’s account',
    ),
  isTested: z.boolean().describe('A test sign-on found a person since the set-up last changed'),
  test: ssoTest.nullable(),
  callbackUrl: z
    .string()
    .describe('OpenID Connect: redirect URI. SAML: assertion consumer service'),
  entityId: z.string().describe('SAML: entity id of this school, and the address of its metadata'),
  people: z.number().int().describe('Signed on through it so far'),
});
export type SsoProvider = z.output<typeof ssoProvider>;

const setup = z.object({
  providers: z.array(ssoProvider),
  isRequired: z.boolean(),
  fallbacks: z.array(z.string()).describe('uids of admins whom a password still signs in'),
  admins: z.array(face).describe('People who run this campus and have a password'),
});
export type SsoSetup = z.output<typeof setup>;

export const readSetup = endpoint({
  name: 'sso-setup.read',
  summary:
    'The school’s sign-on providers as set up, without their secrets, and whether sign-on through them is required.',
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
  summary:
    'Read a provider’s metadata (outside call, at most 5 seconds) and keep it, switched off. A repeated `clientId` answers the first one again.',
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
  summary:
    'Change a provider; only what is sent changes. A change of what is read from it asks for a new test.',
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
      clientSecret: z.string().min(1).max(1000).describe('Kept encrypted, never answered'),
      identifierClaim: claim,
      matchBy: z.enum(ssoMatches),
      firstNameClaim: claim,
      lastNameClaim: claim,
      emailClaim: claim,
      makesPeople: z.boolean(),
      allowsUnasked: z.boolean(),
      metadata: xml.min(1).describe('SAML: the provider’s metadata in place of what was read'),
    })
    .partial(),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'sso_incomplete', 'sso_still_required', 'sso_metadata_unreadable'],
});

export const rereadProvider = endpoint({
  name: 'sso-setup.reread',
  summary: 'Read the metadata of a provider again, now; it happens by itself once a day.',
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
  summary:
    'Begin a test sign-on in this browser: what comes back is shown in the set-up and signs nobody in.',
  method: 'POST',
  path: '/api/v1/school/sign-on/providers/{provider}/test',
  access: 'staff',
  permission: 'sign-on.manage',
  credential: 'bearer',
  params: provider,
  reply: z.object({ location: z.string().describe('Where to send the browser') }),
  errors: ['not_found', 'sso_incomplete', 'sso_unreachable'],
});

export const deleteProvider = endpoint({
  name: 'sso-setup.delete',
  summary: 'Remove a provider and whom its subjects are here.',
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
  summary:
    'Switch passwords off for everybody but the admins named, or on again. Needs a provider that is on and was tested.',
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
