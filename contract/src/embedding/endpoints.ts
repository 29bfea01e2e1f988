import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { tokens } from '../sessions/endpoints.ts';
import { text } from '../text.ts';

/** Lifetime of a code in seconds: long enough to get from the host's server to its page and into the frame. */
export const codeSeconds = 60;

const origin = text().min(1).max(300);
const origins = z.object({
  origins: z
    .array(z.string())
    .describe('Exact origins, such as https://portal.example.edu, at most 20.'),
  address: z.string().describe('Address of this site, for use in host pages.'),
});

export const listEmbedOrigins = endpoint({
  name: 'origins.list',
  summary: 'List embedding origins',
  description: 'Returns the origins of host pages that can embed this site.',
  method: 'GET',
  path: '/api/v1/school/embed-origins',
  access: 'staff',
  permission: 'embedding.manage',
  credential: 'bearer',
  reply: origins,
});

export const addEmbedOrigin = endpoint({
  name: 'origins.add',
  summary: 'Add an embedding origin',
  description:
    'Lets pages of this origin embed this site. Requires https, or http on localhost. Idempotent.',
  method: 'POST',
  path: '/api/v1/school/embed-origins',
  access: 'staff',
  permission: 'embedding.manage',
  credential: 'bearer',
  body: z.strictObject({ origin }),
  reply: origins,
  errors: ['not_an_origin', 'too_many_origins'],
});

export const removeEmbedOrigin = endpoint({
  name: 'origins.remove',
  summary: 'Remove an embedding origin',
  description: 'Pages of this origin can no longer embed this site.',
  method: 'DELETE',
  path: '/api/v1/school/embed-origins',
  access: 'staff',
  permission: 'embedding.manage',
  credential: 'bearer',
  query: z.strictObject({ origin }),
  reply: origins,
  errors: ['not_found'],
});

const code = z.object({
  code: z.string().describe('Code. Send it to the frame by message, never in an address.'),
  expiresAt: z.iso.datetime(),
});

export const createCode = endpoint({
  name: 'embedding.make-code',
  summary: 'Create an embed sign-in code',
  description:
    'Call this from your server. The code signs a person in inside a frame of your page: once, within 60 seconds, only there. Admins and advisors can’t be signed in this way. Each code is recorded in the activity log.',
  method: 'POST',
  path: '/api/v1/embed/code',
  access: 'key',
  credential: 'key',
  scope: 'embed',
  body: z.strictObject({
    origin: origin.describe('Origin of the host page. It must be listed.'),
    person: z
      .union([
        z.strictObject({ uid: z.string().min(1).max(20) }),
        z.strictObject({ username: z.string().min(1).max(255) }),
        z.strictObject({ identifier: z.string().min(1).max(255) }),
      ])
      .describe(
        'Person to sign in: by user ID, by username, or by the identifier in the school’s roster.',
      ),
  }),
  reply: code,
  errors: ['origin_not_listed', 'person_not_found', 'embed_admin_refused'],
});

export const createHandover = endpoint({
  name: 'embedding.hand-over',
  summary: 'Create a handover code',
  description:
    'The sign-in window passes the code to the frame that opened it. The code signs the caller in inside a frame of this site. Rate limit: 60 per hour.',
  method: 'POST',
  path: '/api/v1/embed/handover',
  access: 'member',
  credential: 'bearer',
  reply: code,
  errors: ['too_many_requests'],
});

export const exchangeCode = endpoint({
  name: 'embedding.session',
  summary: 'Exchange a code for a session',
  description:
    'The session’s cookies work only inside the host’s page. Codes work once, within 60 seconds, at their origin.',
  method: 'POST',
  path: '/api/v1/embed/session',
  access: 'visitor',
  credential: 'cookie',
  startsSession: true,
  body: z.strictObject({
    code: z.string().min(20).max(200),
    origin: origin.describe(
      'Origin of the page that passed the code on, as reported by the browser.',
    ),
  }),
  reply: tokens,
  errors: ['embed_code_invalid', 'cross_site_refused'],
});
