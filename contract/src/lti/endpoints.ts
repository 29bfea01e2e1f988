import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { tokens } from '../sessions/endpoints.ts';
import { ltiItemKinds, ltiUnknowns, rosterProblems } from './kinds.ts';
import { schemaNames } from '../schema-names.ts';

/*
 * Learning Tools Interoperability 1.3 (https://www.imsglobal.org/spec/lti/v1p3/): an LMS opens this site as a tool. The LMS sends
 * browsers to login and launch; the web app makes the other calls.
 */

const text = z.string().max(2_000);

/** OpenID Connect third-party initiated login (§4.1.2, and LTI 1.3 §5.1.1.1). Other parameters are ignored. */
const initiation = z.object({
  iss: text.min(1),
  login_hint: text.min(1),
  target_link_uri: text.optional(),
  lti_message_hint: z.string().max(8_000).optional(),
  client_id: text.optional(),
  lti_deployment_id: text.optional(),
  lti_storage_target: z.string().max(100).optional(),
});

const visitor = { access: 'visitor', credential: 'open' } as const;
const loginDescription =
  'The LMS starts a launch here. Redirects the browser to its authorization endpoint, or first to our page that uses the platform’s storage. Redirects failures to /lti/failed?code=.';

export const beginLogin = endpoint({
  ...visitor,
  name: 'lti.login',
  summary: 'Start an LTI launch',
  description: loginDescription,
  method: 'GET',
  path: '/api/v1/lti/login',
  answers: 'redirect',
  query: initiation,
  reply: z.null(),
});

export const beginLoginByForm = endpoint({
  ...visitor,
  name: 'lti.login-form',
  summary: 'Start an LTI launch by form',
  description: loginDescription,
  method: 'POST',
  path: '/api/v1/lti/login',
  takes: 'form',
  answers: 'redirect',
  body: initiation,
  reply: z.null(),
});

const storagePlace = z.object({
  target: z.string().describe('Name of the platform’s frame, or _parent.'),
  origin: z.string(),
  key: z.string(),
});

export const createLogin = endpoint({
  ...visitor,
  name: 'lti.logins.create',
  summary: 'Prepare an LTI launch in a frame',
  description:
    'Used by the app’s page in the LMS frame. Returns the address to open, and the value to put into the platform’s storage first.',
  method: 'POST',
  path: '/api/v1/lti/logins',
  body: initiation,
  reply: z.object({
    location: z.string(),
    storage: storagePlace.extend({ value: z.string() }),
  }),
  errors: ['lti_refused'],
});

export const launch = endpoint({
  ...visitor,
  name: 'lti.launch',
  summary: 'Receive an LTI launch',
  description:
    'The platform posts its ID token here. Checks it and redirects to /lti/launch with a one-time ticket in the URL fragment. Redirects failures to /lti/failed?code=.',
  method: 'POST',
  path: '/api/v1/lti/launch',
  takes: 'form',
  answers: 'redirect',
  body: z.object({
    id_token: z.string().max(100_000).optional(),
    state: z.string().max(200).optional(),
    error: z.string().max(200).optional(),
    error_description: z.string().max(2_000).optional(),
  }),
  reply: z.null(),
});

export const readKeys = endpoint({
  ...visitor,
  name: 'lti.keys.list',
  summary: 'Get the LTI tool’s public keys',
  description: 'Returns a JSON Web Key Set (RFC 7517).',
  method: 'GET',
  path: '/api/v1/lti/jwks',
  reply: z.object({
    keys: z.array(
      z.object({
        kty: z.string(),
        n: z.string(),
        e: z.string(),
        alg: z.string(),
        use: z.string(),
        kid: z.string(),
      }),
    ),
  }),
});

const proof = z
  .string()
  .max(100)
  .nullable()
  .default(null)
  .describe('Value from the platform’s storage if this browser sends no cookie, otherwise null.');
const ticket = z.string().min(20).max(100);

/** The target of a launch, once the person is known. */
export const launchTarget = z.object({
  path: z
    .string()
    .nullable()
    .describe('Page of the app, or null if the person needs to choose something first.'),
  pick: z
    .boolean()
    .describe(
      'True if the platform requests a link (deep linking), which the person chooses next.',
    ),
  course: z
    .object({ id: z.string(), title: z.string() })
    .nullable()
    .describe(
      'Course of the platform that isn’t linked to a section yet, or null. Its teachers can link it.',
    ),
  isTeacher: z.boolean(),
});
schemaNames.add(launchTarget, { id: 'LtiLaunchTarget' });
export type LaunchTarget = z.output<typeof launchTarget>;

export const openLaunch = endpoint({
  name: 'lti.session',
  summary: 'Open an LTI launch',
  description:
    'Must be called from the browser that started the launch. Signs the person in, or returns the reason why no account is linked to the platform’s user. Without a cookie, first returns the storage that has the proof.',
  method: 'POST',
  path: '/api/v1/lti/session',
  access: 'visitor',
  credential: 'cookie',
  startsSession: true,
  body: z.strictObject({ ticket, proof, inFrame: z.boolean() }),
  reply: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('signed_in'),
      tokens: tokens.nullable().describe('Tokens, or null if the person was already signed in.'),
      target: launchTarget,
    }),
    z.object({
      kind: z.literal('unknown'),
      why: z.enum(ltiUnknowns),
      platform: z.string(),
      name: z.string().nullable().describe('Name of the user in the platform, or null.'),
    }),
    z.object({
      kind: z.literal('proof_needed'),
      storage: storagePlace.describe(
        'LMS storage target that holds the proof if the browser sends no cookies. Read it there, then call again.',
      ),
    }),
  ]),
  errors: ['lti_ticket_invalid', 'lti_refused', 'cross_site_refused'],
});

export const connectAccount = endpoint({
  name: 'lti.links.create',
  summary: 'Connect an LMS user to your account',
  description:
    'Later launches by that user sign this account in. Must be called from the browser that started the launch.',
  method: 'POST',
  path: '/api/v1/lti/account',
  access: 'member',
  credential: 'bearer',
  body: z.strictObject({ ticket, proof }),
  reply: z.object({ target: launchTarget }),
  errors: ['lti_ticket_invalid', 'lti_account_taken', 'not_for_keys'],
});

export const listAccounts = endpoint({
  name: 'lti.links.list',
  summary: 'List connected LMS users',
  description:
    'Returns the LMS platforms that can open the caller’s account, each with its connection date.',
  method: 'GET',
  path: '/api/v1/lti/accounts',
  access: 'member',
  credential: 'bearer',
  reply: z.object({
    items: z.array(
      z.object({
        platform: z.string().describe('ID of the platform.'),
        name: z.string(),
        connectedAt: z.string(),
        usedAt: z.string(),
      }),
    ),
  }),
});

export const disconnectAccount = endpoint({
  name: 'lti.links.delete',
  summary: 'Disconnect an LMS user',
  description: 'The next launch asks again, or finds the account as in a first launch.',
  method: 'DELETE',
  path: '/api/v1/lti/accounts/{platform}',
  access: 'member',
  credential: 'bearer',
  params: z.strictObject({ platform: z.string().min(1).max(20) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'not_for_keys'],
});

const course = z.strictObject({ id: z.string().min(1).max(20) });

const section = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  name: z.string().nullable().describe('Name of the section, or null.'),
  term: z.string(),
});

export const readCourse = endpoint({
  name: 'lti.courses.read',
  summary: 'Get an LTI course',
  description:
    'Returns a platform’s course that the caller teaches there, and the sections they teach here.',
  method: 'GET',
  path: '/api/v1/lti/courses/{id}',
  access: 'member',
  credential: 'bearer',
  params: course,
  reply: z.object({
    title: z.string(),
    platform: z.string(),
    section: z.string().nullable().describe('ID of the linked section, or null.'),
    sections: z.array(section),
  }),
  errors: ['not_found'],
});

export const connectCourse = endpoint({
  name: 'lti.courses.update',
  summary: 'Link an LTI course to a section',
  description: 'For teachers of both, and staff.',
  method: 'PUT',
  path: '/api/v1/lti/courses/{id}/section',
  access: 'member',
  credential: 'bearer',
  params: course,
  body: z.strictObject({
    section: z.string().min(1).max(20).nullable().describe('ID of the section, or null to unlink.'),
  }),
  reply: z.object({
    path: z.string().nullable().describe('Page of the course in the app, or null.'),
  }),
  errors: ['not_found', 'lti_not_its_teacher', 'lti_section_taken'],
});

const roster = z.object({
  id: z.string().describe('ID of the platform’s course.'),
  platform: z.string(),
  title: z.string(),
  canRead: z.boolean().describe('True if the platform provides its roster.'),
  readAt: z.string().nullable().describe('Time of the last sync in RFC 3339, or null.'),
  problem: z.enum(rosterProblems).nullable().describe('Reason why the last sync failed, or null.'),
  listed: z.number().int().describe('Number of people listed in the last sync.'),
  unknown: z.number().int().describe('Number of these people without a matching account.'),
});
schemaNames.add(roster, { id: 'LtiRoster' });
export type LtiRoster = z.output<typeof roster>;

export const listRosters = endpoint({
  name: 'lti.rosters.list',
  summary: 'List a section’s LTI rosters',
  description:
    'Returns the platform courses linked to a section, and the times of their last sync. For teachers of the section and staff; others get an empty list.',
  method: 'GET',
  path: '/api/v1/lti/sections/{section}/rosters',
  access: 'member',
  credential: 'bearer',
  params: z.strictObject({ section: z.string().min(1).max(60) }),
  reply: z.object({ items: z.array(roster) }),
});

export const readRoster = endpoint({
  name: 'lti.rosters.update',
  summary: 'Sync a course’s roster',
  description:
    'Reads it from the platform now (Names and Role Provisioning Services 2.0; makes external requests).',
  method: 'POST',
  path: '/api/v1/lti/courses/{id}/roster',
  access: 'member',
  credential: 'bearer',
  params: course,
  reply: roster,
  errors: ['not_found', 'too_many_requests'],
});

export const createAnswer = endpoint({
  name: 'lti.answers.create',
  summary: 'Sign a deep linking response',
  description:
    'Returns a code with a link to the chosen item, or with none. Post it to /lti/return, which sends it to the platform.',
  method: 'POST',
  path: '/api/v1/lti/answers',
  access: 'member',
  credential: 'bearer',
  body: z.strictObject({
    ticket,
    item: z
      .strictObject({
        kind: z.enum(ltiItemKinds),
        id: z.string().min(1).max(20),
      })
      .nullable()
      .describe('Chosen item, or null for none.'),
  }),
  reply: z.object({ code: z.string() }),
  errors: ['lti_ticket_invalid', 'lti_link_refused', 'not_found', 'not_for_keys'],
});
