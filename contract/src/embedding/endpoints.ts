import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { tokens } from '../sessions/endpoints.ts';
import { text } from '../text.ts';

/** How long a code can be traded, in seconds: it goes from the host's server to its page and on into the frame. */
export const codeSeconds = 60;

const origin = text().min(1).max(300);
const origins = z.object({
  origins: z
    .array(z.string())
    .describe('Exact origins, such as https://portal.example.edu; at most 20'),
  address: z.string().describe('Where this campus answers: what a host page names'),
});

export const listEmbedOrigins = endpoint({
  name: 'origins.list',
  summary: 'Origins of host pages that may embed this campus.',
  method: 'GET',
  path: '/api/v1/school/embed-origins',
  access: 'staff',
  permission: 'embedding.manage',
  credential: 'bearer',
  reply: origins,
});

export const addEmbedOrigin = endpoint({
  name: 'origins.add',
  summary:
    'Let pages of an origin embed this campus: https only, http on one’s own machine. One that is listed stays listed.',
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
  summary: 'No longer let pages of an origin embed this campus.',
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
  code: z.string().describe('Goes into the frame by message, never into an address'),
  expiresAt: z.iso.datetime(),
});

export const createCode = endpoint({
  name: 'embedding.make-code',
  summary:
    'For the server of a host page: a code that signs a person in inside a frame of that page. It works once, for 60 seconds, and ' +
    'only there. Nobody who runs the campus or advises is signed in so. The audit log tells of each.',
  method: 'POST',
  path: '/api/v1/embed/code',
  access: 'key',
  credential: 'key',
  scope: 'embed',
  body: z.strictObject({
    origin: origin.describe('Of the host page; it must be listed'),
    person: z
      .union([
        z.strictObject({ uid: z.string().min(1).max(20) }),
        z.strictObject({ username: z.string().min(1).max(255) }),
        z.strictObject({ identifier: z.string().min(1).max(255) }),
      ])
      .describe(
        'Who it signs in: by uid, by user name, or by the identifier that the school’s roster has for them',
      ),
  }),
  reply: code,
  errors: ['origin_not_listed', 'person_not_found', 'embed_admin_refused'],
});

export const createHandover = endpoint({
  name: 'embedding.hand-over',
  summary:
    'A code that signs the caller in inside a frame of this campus: what the sign-in window hands to the frame that opened it. At most 60 an hour.',
  method: 'POST',
  path: '/api/v1/embed/handover',
  access: 'member',
  credential: 'bearer',
  reply: code,
  errors: ['too_many_requests'],
});

export const tradeCode = endpoint({
  name: 'embedding.session',
  summary:
    'Trade a code for a session whose cookies belong to the host’s page alone. Codes work once, for 60 seconds, at their origin.',
  method: 'POST',
  path: '/api/v1/embed/session',
  access: 'visitor',
  credential: 'cookie',
  startsSession: true,
  body: z.strictObject({
    code: z.string().min(20).max(200),
    origin: origin.describe('Of the page that handed the code over, as the browser tells it'),
  }),
  reply: tokens,
  errors: ['embed_code_invalid', 'cross_site_refused'],
});
