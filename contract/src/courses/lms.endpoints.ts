import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { academicSource } from './endpoints.ts';
import { lmsKinds } from './kinds.ts';
import { text } from '../text.ts';

/*
 * The learning system of a school. Each person allows by themselves that it is read for them (OAuth 2.0, RFC 6749, with PKCE,
 * RFC 7636); what it answers is kept for that person alone.
 */

const member = { access: 'member', credential: 'bearer' } as const;

export const startConnection = endpoint({
  ...member,
  name: 'courses.lms.start',
  summary:
    'Where to send the caller, in a window of its own, to allow that their courses are read. Good for one sign-on within 20 minutes, and for the session that asked.',
  method: 'POST',
  path: '/api/v1/academic/oauth',
  reply: z.object({ oauthURL: z.string() }),
  errors: ['lms_not_set_up', 'not_for_keys'],
});

/** RFC 6749 §4.1.2 asks to ignore parameters one does not know. */
export const receiveConnection = endpoint({
  name: 'courses.lms.receive',
  summary:
    'Where the learning system sends the browser back to. Leads to /edu/connected, with a ticket behind the # that the page which asked takes up.',
  method: 'GET',
  path: '/api/v1/academic/oauth/callback',
  access: 'visitor',
  credential: 'open',
  answers: 'redirect',
  query: z.object({
    state: z.string().min(1).max(2_000).optional(),
    code: z.string().max(4_000).optional(),
    error: z.string().max(200).optional(),
  }),
  reply: z.null(),
});

export const finishConnection = endpoint({
  ...member,
  name: 'courses.lms.finish',
  summary:
    'Takes up a sign-on at the learning system that came back. Only the session that began it can.',
  method: 'POST',
  path: '/api/v1/academic/oauth/finish',
  body: z.strictObject({ ticket: z.string().min(20).max(100) }),
  reply: z.object({ source: academicSource }),
  errors: ['lms_ticket_invalid', 'not_for_keys'],
});

export const refreshCourses = endpoint({
  ...member,
  name: 'courses.lms.refresh',
  summary:
    'Reads the learning system for the caller now, unless that was done within minutes or is under way. Answers when it is done, or after some seconds while it goes on.',
  method: 'POST',
  path: '/api/v1/academic/refresh',
  body: z.strictObject({
    isPressed: z
      .boolean()
      .default(false)
      .describe('Somebody asked for it: also when it was done minutes ago'),
  }),
  reply: z.object({ source: academicSource }),
  errors: ['lms_grant_ended'],
});

export const endConnection = endpoint({
  ...member,
  name: 'courses.lms.end',
  summary:
    'Ends the connection to the learning system: the grant is given back there, and the copies are removed here at once.',
  method: 'DELETE',
  path: '/api/v1/academic/connection',
  reply: z.object({ source: academicSource }),
});

const staff = { access: 'staff', permission: 'courses.manage', credential: 'bearer' } as const;

export const lmsSetup = z.object({
  system: z
    .object({
      kind: z.enum(lmsKinds),
      name: z.string(),
      baseUrl: z.string(),
      clientId: z.string(),
      isOn: z.boolean(),
    })
    .nullable(),
  callback: z.string().describe('The redirect address to register there'),
  scopes: z.array(z.string()).describe('The least that the client there has to allow'),
  connected: z.int().describe('People who have connected'),
  ended: z.int().describe('People whose grant has ended and who have not connected again'),
  failing: z.int().describe('People whose last reading failed'),
});
export type LmsSetup = z.output<typeof lmsSetup>;

export const readLmsSetup = endpoint({
  ...staff,
  name: 'courses.lms.setup',
  summary: 'The learning system of the school, without its secret.',
  method: 'GET',
  path: '/api/v1/school/lms',
  reply: lmsSetup,
});

export const changeLmsSetup = endpoint({
  ...staff,
  name: 'courses.lms.change-setup',
  summary:
    'Sets the learning system of the school. Another address or client ends what people have allowed; they are asked to connect again.',
  method: 'PUT',
  path: '/api/v1/school/lms',
  body: z.strictObject({
    kind: z.enum(lmsKinds),
    name: text().min(1).max(60),
    baseUrl: text().min(8).max(500),
    clientId: text().min(1).max(200),
    clientSecret: z.string().min(1).max(500).optional().describe('Left out: as it was'),
    isOn: z.boolean(),
  }),
  reply: lmsSetup,
  errors: ['lms_address', 'lms_secret_needed'],
});

export const deleteLmsSetup = endpoint({
  ...staff,
  name: 'courses.lms.delete-setup',
  summary:
    'Removes the learning system of the school. What people have allowed ends, and their copies are removed.',
  method: 'DELETE',
  path: '/api/v1/school/lms',
  reply: lmsSetup,
});
