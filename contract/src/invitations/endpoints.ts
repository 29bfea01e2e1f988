import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { text } from '../text.ts';
import { invitationLimits as limits } from './limits.ts';

const staff = { access: 'staff', permission: 'imports.manage', credential: 'bearer' } as const;
const instant = z.string().describe('Instant, RFC 3339');
const count = z.number().int().min(0);

const person = z.object({
  person: face.extend({ username: z.string() }),
  email: z.string().nullable().describe('Null if the person has no email address'),
  state: z
    .enum(['none', 'queued', 'sent', 'failed'])
    .describe('`none`: never invited; `failed`: the mail server refused the email'),
  invitedAt: instant.nullable().describe('When the newest invitation was sent; null if none was'),
  expiresAt: instant.nullable().describe('When its link expires or has expired'),
});
export type InvitedPerson = z.output<typeof person>;

export const listInvitations = endpoint({
  ...staff,
  name: 'invitations.list',
  summary: 'List people who haven’t signed in',
  method: 'GET',
  path: '/api/v1/school/invitations',
  query: z.strictObject({
    search: text().max(80).default('').describe('Beginning of a name, username or email address'),
    ...cursorQuery.shape,
  }),
  reply: pageOf(person)
    .extend({
      canInvite: z.boolean().describe('Whether people sign in with passwords at this school'),
      invitable: count.describe('People in the whole list who have an email address'),
    })
    .describe('Active people without a password, a single sign-on and a session, by name'),
  errors: ['bad_cursor'],
});

export const sendInvitations = endpoint({
  ...staff,
  name: 'invitations.send',
  summary: 'Send invitations',
  method: 'POST',
  path: '/api/v1/school/invitations',
  body: z.strictObject({
    people: z
      .union([z.literal('all'), z.array(z.string().max(20)).min(1).max(limits.people)])
      .describe('Ids of people, or `all`: everyone who hasn’t signed in'),
  }),
  reply: z
    .object({
      queued: count.describe('Invitations that will be sent'),
      skipped: count.describe('People whose last invitation is waiting or less than an hour old'),
      unreachable: count.describe('People without an email address'),
    })
    .describe(
      `People who have signed in count in none of these. A link is valid for ${limits.days} days. Rate limit: ${limits.callsAnHour} per hour, and one invitation per person and hour.`,
    ),
  errors: ['invitations_off', 'too_many_requests'],
});
