import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { tokens } from '../sessions/endpoints.ts';
import { ltiItemKinds, ltiUnknowns, rosterProblems } from './kinds.ts';

/*
 * Learning Tools Interoperability 1.3 (https://www.imsglobal.org/spec/lti/v1p3/): a learning platform opens this campus as a tool.
 * Login and launch are addresses that platforms send browsers to; what follows is the web app's.
 */

const text = z.string().max(2_000);

/** OpenID Connect third-party initiated login (§4.1.2, and LTI 1.3 §5.1.1.1); other parameters are ignored. */
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
const loginSummary =
  'Where a learning platform begins a launch: sends the browser to its authorization endpoint, or first to a page of ours that uses the platform’s storage. Failures lead to /lti/failed?code=.';

export const beginLogin = endpoint({
  ...visitor,
  name: 'lti.login',
  summary: loginSummary,
  method: 'GET',
  path: '/api/v1/lti/login',
  answers: 'redirect',
  query: initiation,
  reply: z.null(),
});

export const beginLoginByForm = endpoint({
  ...visitor,
  name: 'lti.login-form',
  summary: loginSummary,
  method: 'POST',
  path: '/api/v1/lti/login',
  takes: 'form',
  answers: 'redirect',
  body: initiation,
  reply: z.null(),
});

const storagePlace = z.object({
  target: z.string().describe('Name of the platform’s frame, or _parent'),
  origin: z.string(),
  key: z.string(),
});

export const createLogin = endpoint({
  ...visitor,
  name: 'lti.logins.create',
  summary:
    'For our page in the platform’s frame: where to send it, and what to put into the platform’s storage before.',
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
  summary:
    'Where a learning platform posts its ID token. Checks it and leads to /lti/launch, with a ticket behind the #. Failures lead to /lti/failed?code=.',
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
  summary: 'Public keys of this school as an LTI tool: a JSON Web Key Set (RFC 7517).',
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
  .describe('What the platform’s storage has, where this browser sends no cookie');
const ticket = z.string().min(20).max(100);

/** What a launch leads to, once it is known who is here. */
export const launchTarget = z.object({
  path: z.string().nullable().describe('Page of the app; null: something is to be chosen first'),
  pick: z
    .boolean()
    .describe('The platform asks for a link (deep linking): what may be chosen follows'),
  course: z
    .object({ id: z.string(), title: z.string() })
    .nullable()
    .describe(
      'Course of the platform that is no section here yet; whoever teaches it can say which',
    ),
  isTeacher: z.boolean(),
});
export type LaunchTarget = z.output<typeof launchTarget>;

export const openLaunch = endpoint({
  name: 'lti.session',
  summary:
    'Takes up a launch in the browser that began it: signs its person in, or says why nobody is known to be that user of the platform. Without a cookie it first says where the proof is.',
  method: 'POST',
  path: '/api/v1/lti/session',
  access: 'visitor',
  credential: 'cookie',
  startsSession: true,
  body: z.strictObject({ ticket, proof, inFrame: z.boolean() }),
  reply: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('signed_in'),
      tokens: tokens.nullable().describe('Null: they were signed in here already'),
      target: launchTarget,
    }),
    z.object({
      kind: z.literal('unknown'),
      why: z.enum(ltiUnknowns),
      platform: z.string(),
      name: z.string().nullable().describe('How the platform calls its user'),
    }),
    z.object({
      kind: z.literal('proof_needed'),
      storage: storagePlace.describe(
        'Where the platform keeps the proof of a browser that sends no cookie; ask there, then call again',
      ),
    }),
  ]),
  errors: ['lti_ticket_invalid', 'lti_refused', 'cross_site_refused'],
});

export const connectAccount = endpoint({
  name: 'lti.links.create',
  summary:
    'Says that the user of the platform who launched is the caller: later launches sign them in. Only in the browser that began the launch.',
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
  summary: 'The learning platforms that open the caller’s account, with since when.',
  method: 'GET',
  path: '/api/v1/lti/accounts',
  access: 'member',
  credential: 'bearer',
  reply: z.object({
    items: z.array(
      z.object({
        platform: z.string().describe('Its id'),
        name: z.string(),
        connectedAt: z.string(),
        usedAt: z.string(),
      }),
    ),
  }),
});

export const disconnectAccount = endpoint({
  name: 'lti.links.delete',
  summary:
    'Forgets which user of a platform the caller is. A later launch asks anew, or finds them again as at a first launch.',
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
  name: z.string().nullable(),
  term: z.string(),
});

export const readCourse = endpoint({
  name: 'lti.courses.read',
  summary:
    'A course of a platform that the caller teaches there, and the sections they teach here.',
  method: 'GET',
  path: '/api/v1/lti/courses/{id}',
  access: 'member',
  credential: 'bearer',
  params: course,
  reply: z.object({
    title: z.string(),
    platform: z.string(),
    section: z.string().nullable(),
    sections: z.array(section),
  }),
  errors: ['not_found'],
});

export const connectCourse = endpoint({
  name: 'lti.courses.update',
  summary: 'Says which section a course of a platform is. Whoever teaches both may, and staff.',
  method: 'PUT',
  path: '/api/v1/lti/courses/{id}/section',
  access: 'member',
  credential: 'bearer',
  params: course,
  body: z.strictObject({ section: z.string().min(1).max(20).nullable() }),
  reply: z.object({ path: z.string().nullable() }),
  errors: ['not_found', 'lti_not_its_teacher', 'lti_section_taken'],
});

const roster = z.object({
  id: z.string().describe('Of the course of the platform'),
  platform: z.string(),
  title: z.string(),
  canRead: z.boolean().describe('The platform offers its roster'),
  readAt: z.string().nullable().describe('Instant, RFC 3339'),
  problem: z.enum(rosterProblems).nullable().describe('Why the last reading failed'),
  listed: z.number().int().describe('People whom it listed then'),
  unknown: z.number().int().describe('Those of them whom nobody here is known to be'),
});
export type LtiRoster = z.output<typeof roster>;

export const listRosters = endpoint({
  name: 'lti.rosters.list',
  summary:
    'Courses of platforms that a section is connected to, with when their rosters were read. For those who teach the section, and staff; others get none.',
  method: 'GET',
  path: '/api/v1/lti/sections/{section}/rosters',
  access: 'member',
  credential: 'bearer',
  params: z.strictObject({ section: z.string().min(1).max(60) }),
  reply: z.object({ items: z.array(roster) }),
});

export const readRoster = endpoint({
  name: 'lti.rosters.update',
  summary:
    'Reads the roster of a course from its platform now (Names and Role Provisioning Services 2.0; outside calls).',
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
  summary:
    'Signs the answer to a deep linking request: a link to what the caller has chosen, or none. The code is posted to /lti/return, which sends the answer to the platform.',
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
      .nullable(),
  }),
  reply: z.object({ code: z.string() }),
  errors: ['lti_ticket_invalid', 'lti_link_refused', 'not_found', 'not_for_keys'],
});
