import type { Employer } from '#contract/employers/endpoints.ts';
import type { EmployerRow } from './employers.queries.ts';

const instant = (at: string): string => new Date(at).toISOString();

/** Converts an employer for staff. */
export const employerView = (row: EmployerRow): Employer => ({
  id: String(row.id),
  name: row.name,
  website: row.website,
  isSuspended: row.is_suspended,
  openJobs: row.open_jobs,
  contacts: row.contacts.map((contact) => ({
    id: String(contact.id),
    name: contact.name,
    email: contact.email,
    invitedAt: instant(contact.invited_at),
    lastSignInAt: contact.last_sign_in_at === null ? null : instant(contact.last_sign_in_at),
  })),
});
