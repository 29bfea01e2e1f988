import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { academicSource } from './endpoints.ts';
import { lmsKinds } from './kinds.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

/*
 * A school's LMS. Each person grants access for themselves (OAuth 2.0, RFC 6749, with PKCE, RFC 7636). The data that it returns
 * is stored for that person only.
 */

const signedIn = { access: 'member', credential: 'bearer' } as const;

export const startConnection = endpoint({
  ...signedIn,
  name: 'courses.lms.start',
  summary: 'Start connecting to the LMS',
  description:
    'Returns an address to open in its own window, where the caller allows access to their courses. Valid for one sign-in within 20 minutes, in the session that requested it.',
  method: 'POST',
  path: '/api/v1/academic/oauth',
  reply: z.object({ oauthURL: z.string() }),
  errors: ['lms_not_set_up', 'not_for_keys'],
});

/** RFC 6749 §4.1.2 asks clients to ignore unknown parameters. */
export const receiveConnection = endpoint({
  name: 'courses.lms.receive',
  summary: 'Receive the OAuth redirect',
  description:
    'The LMS redirects the browser here. Redirects to /edu/connected with a one-time ticket in the URL fragment.',
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
  ...signedIn,
  name: 'courses.lms.finish',
  summary: 'Finish connecting to the LMS',
  description:
    'Redeems the ticket from the redirect. Only the session that started the connection can call this.',
  method: 'POST',
  path: '/api/v1/academic/oauth/finish',
  body: z.strictObject({ ticket: z.string().min(20).max(100) }),
  reply: z.object({ source: academicSource }),
  errors: ['lms_ticket_invalid', 'not_for_keys'],
});

export const refreshCourses = endpoint({
  ...signedIn,
  name: 'courses.lms.refresh',
  summary: 'Sync your courses now',
  description:
    'Does nothing if a sync ran within the last minutes or is running. Responds when the sync is done, or after some seconds while it continues.',
  method: 'POST',
  path: '/api/v1/academic/refresh',
  body: z.strictObject({
    isPressed: z
      .boolean()
      .default(false)
      .describe(
        'True if the person asked for the sync. It then also runs if the last one was minutes ago.',
      ),
  }),
  reply: z.object({ source: academicSource }),
  errors: ['lms_grant_ended'],
});

export const endConnection = endpoint({
  ...signedIn,
  name: 'courses.lms.end',
  summary: 'Disconnect from the LMS',
  description: 'Revokes the grant in the LMS and deletes the copied data immediately.',
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
    .nullable()
    .describe('LMS of the school, or null.'),
  callback: z.string().describe('Redirect address to register in the LMS.'),
  scopes: z.array(z.string()).describe('Scopes that the client needs in the LMS.'),
  connected: z.int().describe('Number of connected people.'),
  ended: z
    .int()
    .describe('Number of people whose grant has ended and who haven’t connected again.'),
  failing: z.int().describe('Number of people whose last sync failed.'),
});
schemaNames.add(lmsSetup, { id: 'LmsSettings' });
export type LmsSetup = z.output<typeof lmsSetup>;

export const readLmsSetup = endpoint({
  ...staff,
  name: 'courses.lms.setup',
  summary: 'Get the LMS settings',
  description: 'Leaves out the secret.',
  method: 'GET',
  path: '/api/v1/school/lms',
  reply: lmsSetup,
});

export const changeLmsSetup = endpoint({
  ...staff,
  name: 'courses.lms.change-setup',
  summary: 'Update the LMS settings',
  description: 'A new address or client ends all grants; people are asked to connect again.',
  method: 'PUT',
  path: '/api/v1/school/lms',
  body: z.strictObject({
    kind: z.enum(lmsKinds),
    name: text().min(1).max(60),
    baseUrl: text().min(8).max(500),
    clientId: text().min(1).max(200),
    clientSecret: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .describe('Client secret. If omitted, the stored one stays.'),
    isOn: z.boolean(),
  }),
  reply: lmsSetup,
  errors: ['lms_address', 'lms_secret_needed'],
});

export const deleteLmsSetup = endpoint({
  ...staff,
  name: 'courses.lms.delete-setup',
  summary: 'Delete the LMS settings',
  description: 'Ends all grants and deletes all copied data.',
  method: 'DELETE',
  path: '/api/v1/school/lms',
  reply: lmsSetup,
});
