import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { document } from '../finances/shapes.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { accountTypes } from '../people/account-kinds.ts';
import { face } from '../people/endpoints.ts';
import { reportReasons, reportKinds, reportStates } from '../reports/kinds.ts';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import { accountStates, peopleAdminLimits as limits, peopleSorts } from './limits.ts';

const staff = { access: 'staff', permission: 'people.manage', credential: 'bearer' } as const;
const instant = z.string().describe('Instant in RFC 3339.');

const account = z.object({
  person: face.extend({ username: z.string() }),
  email: z.string().nullable().describe('Email address, or null if the person has none.'),
  accountType: z.string(),
  isAdmin: z.boolean(),
  isAdviser: z.boolean().describe('True if the person is an advisor.'),
  roles: z.array(z.string()).describe('Names of the person’s roles at the school.'),
  state: z
    .enum(accountStates)
    .describe(
      '`new`: the person hasn’t signed in yet. `suspended`: an admin suspended them. `deactivated`: an import or the identity provider turned the account off.',
    ),
  lastSeenAt: instant.nullable().describe('Time of the last visit, or null if unknown.'),
  addedAt: instant,
});
schemaNames.add(account, { id: 'Account' });
export type Account = z.output<typeof account>;

const filters = {
  search: text()
    .max(80)
    .default('')
    .describe(
      'Start of names, of the username or of the email address, or a whole student number.',
    ),
  state: z.enum(accountStates).optional(),
  type: z.enum(accountTypes).optional().describe('Account type.'),
  sort: z
    .enum(peopleSorts)
    .default('name')
    .describe('`seen`: time of the last visit. `added`: time when the account was added.'),
  descending: z.stringbool().default(false),
};

export const listSchoolPeople = endpoint({
  ...staff,
  name: 'admin.people',
  summary: 'List accounts',
  description: 'Returns everyone with an account, including suspended people.',
  method: 'GET',
  path: '/api/v1/admin/people',
  query: z.strictObject({ ...filters, ...cursorQuery.shape }),
  reply: pageOf(account),
  errors: ['bad_cursor'],
});

export const exportSchoolPeople = endpoint({
  ...staff,
  recordsReads: true,
  name: 'admin.export-people',
  summary: 'Export accounts',
  description: `Returns a CSV file with all matching accounts. With \`sort=seen\`, the accounts are in the order in which they were added, because people visit during the export. The activity log records the filters, but not the search, and the number of accounts. Rate limit: ${limits.exports} per hour.`,
  method: 'GET',
  path: '/api/v1/admin/people/export',
  query: z.strictObject(filters),
  reply: document,
  errors: ['too_many_requests'],
});

const params = z.strictObject({ uid: z.string().max(40) });

export const getSchoolPerson = endpoint({
  ...staff,
  name: 'admin.person',
  summary: 'Get an account',
  description: 'Returns an account with its roles, clubs, sessions and open reports.',
  method: 'GET',
  path: '/api/v1/admin/people/{uid}',
  params,
  reply: account.extend({
    studentNumber: z.string().nullable().describe('Number in the school’s roster, or null.'),
    lastSignInAt: instant.nullable().describe('Time of the last sign-in, or null if unknown.'),
    suspension: z
      .object({
        reason: z.string(),
        at: instant,
        by: face
          .nullable()
          .describe('Admin who suspended the person, or null if that admin’s account was deleted.'),
      })
      .nullable(),
    isDeactivated: z
      .boolean()
      .describe(
        'True if an import or the identity provider deactivated the account, even if an admin also suspended it.',
      ),
    invitation: z
      .object({
        state: z.enum(['queued', 'sent', 'failed']),
        at: instant.describe('Time when it was sent or requested.'),
      })
      .nullable()
      .describe('The newest invitation, or null if none was sent.'),
    signIn: z.object({
      password: z.boolean().describe('True if the person has a password.'),
      sso: z.boolean().describe('True if the account is linked to single sign-on.'),
      passkeys: z.number().int().describe('Number of passkeys.'),
      twoStep: z.boolean().describe('True if two-step verification is on.'),
      keys: z.number().int().describe('Number of active API keys.'),
      appPasswords: z.number().int().describe('Number of app passwords for calendars.'),
    }),
    clubs: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          since: instant,
          positions: z.array(z.string()).describe('Names of the person’s positions there.'),
        }),
      )
      .describe('Clubs that the person is a member of, at most 100.'),
    sessions: z
      .array(
        z.object({
          device: z.string().describe('Browser and system.'),
          signedInAt: instant,
          lastSeenAt: instant,
          method: z.enum(['password', 'oidc', 'saml', 'code', 'passkey']),
        }),
      )
      .describe('Active sessions, most recently used first, at most 100.'),
    reports: z
      .array(
        z.object({
          id: z.string(),
          kind: z.enum(reportKinds),
          reason: z.enum(reportReasons),
          state: z.enum(reportStates),
          at: instant,
        }),
      )
      .describe('Open reports about the person, newest first, at most 20.'),
    can: z.object({
      suspend: z.boolean().describe('True if the caller can suspend this person.'),
      invite: z.boolean().describe('True if the caller can send an invitation.'),
      resetTwoStep: z
        .boolean()
        .describe('True if the caller can reset this person’s two-step verification.'),
    }),
  }),
  errors: ['not_found'],
});

const people = z
  .array(z.string().max(20))
  .min(1)
  .max(limits.people)
  .describe('IDs of the people. If the action fails for one of them, no account changes.');
const changed = z.object({
  changed: z.number().int().describe('Number of people whose account changed.'),
});

export const suspendPeople = endpoint({
  ...staff,
  name: 'admin.suspend',
  summary: 'Suspend people',
  description:
    'Ends all sessions. Passwords, single sign-on, API keys and app passwords stop working until an admin restores the account; imports can’t restore it. Repeating it changes the reason.',
  method: 'POST',
  path: '/api/v1/admin/people/suspend',
  body: z.strictObject({
    people,
    reason: text().min(1).max(limits.reason).describe('Reason, for other admins.'),
  }),
  reply: changed,
  errors: ['person_not_found', 'own_account', 'last_admin'],
});

export const restorePeople = endpoint({
  ...staff,
  name: 'admin.restore',
  summary: 'Restore people',
  description:
    'Ends suspensions, and reactivates accounts that are only deactivated. A suspended account that an import or identity provider also deactivated stays deactivated. Idempotent.',
  method: 'POST',
  path: '/api/v1/admin/people/restore',
  body: z.strictObject({ people }),
  reply: changed,
  errors: ['person_not_found'],
});

export const signOutPeople = endpoint({
  ...staff,
  name: 'admin.sign-out',
  summary: 'Sign people out everywhere',
  description:
    'Ends all sessions, and revokes API keys, app passwords and secret calendar addresses.',
  method: 'POST',
  path: '/api/v1/admin/people/sign-out',
  body: z.strictObject({ people }),
  reply: changed,
  errors: ['person_not_found', 'own_account'],
});
