import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { webAddress } from '../clubs/limits.ts';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import { employerLimits as limits } from './limits.ts';

/* Calls of staff, who invite employers. The employers' own calls are in `own.endpoints.ts`. */

const staff = { access: 'staff', permission: 'jobs.manage_all', credential: 'bearer' } as const;
const idText = z.string().max(40);
const one = z.strictObject({ id: idText });
const oneContact = one.extend({ contact: idText });

export const employerContact = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  invitedAt: z.string(),
  lastSignInAt: z.string().nullable().describe('Null if the contact has never signed in.'),
});
schemaNames.add(employerContact, { id: 'EmployerContact' });
export type EmployerContact = z.output<typeof employerContact>;

export const employer = z.object({
  id: z.string(),
  name: z.string(),
  website: z.string(),
  isSuspended: z.boolean().describe('True if its jobs are hidden and no contact can sign in.'),
  openJobs: z.number().int().describe('Number of open jobs, including those that are hidden.'),
  contacts: z.array(employerContact),
});
schemaNames.add(employer, { id: 'Employer' });
export type Employer = z.output<typeof employer>;

const name = text().min(1).max(limits.name);
const website = z
  .string()
  .max(limits.website)
  .regex(webAddress, 'Enter an address that starts with https://.');
const contactInput = {
  name: text().min(1).max(limits.contactName),
  email: z.email().max(limits.email).describe('Address that receives the invitation.'),
  locale: z
    .enum(['en', 'de', 'ar'])
    .optional()
    .describe('Language of the emails. Defaults to the school’s language.'),
};

export const listEmployers = endpoint({
  ...staff,
  name: 'employers.list',
  summary: 'List employers',
  description: 'Sorted by name.',
  method: 'GET',
  path: '/api/v1/employers',
  query: cursorQuery.extend({ search: z.string().max(limits.search).optional() }),
  reply: pageOf(employer),
  errors: ['bad_cursor'],
});

export const createEmployer = endpoint({
  ...staff,
  name: 'employers.create',
  summary: 'Invite an employer',
  description: `Creates the employer and emails its first contact a link that is valid for ${limits.invitationDays} days.`,
  method: 'POST',
  path: '/api/v1/employers',
  // The stored reply has contacts' names and addresses, so it must not outlive a deleted contact for long.
  keepsReply: 'day',
  body: z.strictObject({ clientId, name, website, contact: z.strictObject(contactInput) }),
  reply: employer,
  errors: ['employer_contact_exists', 'too_many_employers', 'too_many_requests'],
});

export const updateEmployer = endpoint({
  ...staff,
  name: 'employers.update',
  summary: 'Update an employer',
  description: 'Send only the fields to change. Its jobs show the new name immediately.',
  method: 'PATCH',
  path: '/api/v1/employers/{id}',
  params: one,
  body: z.strictObject({ name, website }).partial(),
  reply: employer,
  errors: ['not_found'],
});

export const suspendEmployer = endpoint({
  ...staff,
  name: 'employers.suspend',
  summary: 'Suspend an employer',
  description: 'Hides its jobs and ends all sessions and links of its contacts. Idempotent.',
  method: 'PUT',
  path: '/api/v1/employers/{id}/suspension',
  params: one,
  reply: employer,
  errors: ['not_found'],
});

export const restoreEmployer = endpoint({
  ...staff,
  name: 'employers.restore',
  summary: 'Restore a suspended employer',
  description: 'Shows its open jobs again. Idempotent.',
  method: 'DELETE',
  path: '/api/v1/employers/{id}/suspension',
  params: one,
  reply: employer,
  errors: ['not_found'],
});

export const inviteContact = endpoint({
  ...staff,
  name: 'employers.invite',
  summary: 'Invite an employer’s contact',
  description: `Emails a link that is valid for ${limits.invitationDays} days. An employer can have up to ${limits.contacts} contacts.`,
  method: 'POST',
  path: '/api/v1/employers/{id}/contacts',
  // The stored reply has contacts' names and addresses, so it must not outlive a deleted contact for long.
  keepsReply: 'day',
  params: one,
  body: z.strictObject({ clientId, ...contactInput }),
  reply: employer,
  errors: [
    'not_found',
    'employer_suspended',
    'employer_contact_exists',
    'too_many_employer_contacts',
    'too_many_requests',
  ],
});

export const inviteContactAgain = endpoint({
  ...staff,
  name: 'employers.invite-again',
  summary: 'Send an invitation again',
  description: 'Emails a new link. Earlier links stay valid until they expire.',
  method: 'POST',
  path: '/api/v1/employers/{id}/contacts/{contact}/invitation',
  params: oneContact,
  reply: employer,
  errors: ['not_found', 'employer_suspended', 'too_many_requests'],
});

export const deleteContact = endpoint({
  ...staff,
  name: 'employers.contact-delete',
  summary: 'Delete an employer’s contact',
  description:
    'Permanently deletes the contact, ends their sessions and revokes their sign-in links. Keeps the employer’s jobs.',
  method: 'DELETE',
  path: '/api/v1/employers/{id}/contacts/{contact}',
  params: oneContact,
  reply: employer,
  errors: ['not_found'],
});

export const deleteEmployer = endpoint({
  ...staff,
  name: 'employers.delete',
  summary: 'Delete an employer',
  description:
    'Permanently deletes the employer with its contacts, their sessions and links, its jobs, and the applications and approvals of these jobs.',
  method: 'DELETE',
  path: '/api/v1/employers/{id}',
  params: one,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found'],
});
