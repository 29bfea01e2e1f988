import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { text } from '../text.ts';
import { invitationLimits as limits } from './limits.ts';
import { schemaNames } from '../schema-names.ts';

const staff = { access: 'staff', permission: 'imports.manage', credential: 'bearer' } as const;
const instant = z.string().describe('Instant in RFC 3339.');
const count = z.number().int().min(0);

const person = z.object({
  person: face.extend({ username: z.string() }),
  email: z.string().nullable().describe('Email address, or null if the person has none.'),
  state: z
    .enum(['none', 'queued', 'sent', 'failed'])
    .describe(
      'State of the invitation. `none`: never invited; `failed`: the mail server refused the email.',
    ),
  invitedAt: instant
    .nullable()
    .describe('Time when the newest invitation was sent, or null if none was.'),
  expiresAt: instant.nullable().describe('Expiration time of its link, or null.'),
});
schemaNames.add(person, { id: 'InvitedPerson' });
export type InvitedPerson = z.output<typeof person>;

export const listInvitations = endpoint({
  ...staff,
  name: 'invitations.list',
  summary: 'List people who haven’t signed in',
  description: 'Returns active people without a password, a single sign-on and a session, by name.',
  method: 'GET',
  path: '/api/v1/school/invitations',
  query: z.strictObject({
    search: text().max(80).default('').describe('Start of a name, username or email address.'),
    ...cursorQuery.shape,
  }),
  reply: pageOf(person).extend({
    canInvite: z.boolean().describe('True if people sign in with passwords at this school.'),
    invitable: count.describe('Number of people in the whole list who have an email address.'),
  }),
  errors: ['bad_cursor'],
});

export const sendInvitations = endpoint({
  ...staff,
  name: 'invitations.send',
  summary: 'Send invitations',
  description: `A link is valid for ${limits.days} days. Rate limit: ${limits.callsAnHour} per hour, and one invitation per person and hour.`,
  method: 'POST',
  path: '/api/v1/school/invitations',
  body: z.strictObject({
    people: z
      .union([z.literal('all'), z.array(z.string().max(20)).min(1).max(limits.people)])
      .describe('IDs of people, or `all` for everyone who hasn’t signed in.'),
  }),
  reply: z
    .object({
      queued: count.describe('Number of invitations that will be sent.'),
      skipped: count.describe(
        'Number of people whose last invitation is queued or was sent less than an hour ago.',
      ),
      unreachable: count.describe('Number of people without an email address.'),
    })
    .describe('Counts of invitations, excluding people who have signed in.'),
  errors: ['invitations_off', 'too_many_requests'],
});
