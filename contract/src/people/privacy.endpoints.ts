import { z } from 'zod';
import { audiences, profileFields } from './audiences.ts';
import { endpoint } from '../endpoint.ts';
import { user } from './endpoints.ts';

const audience = z.enum(audiences);
const field = z.enum(profileFields);

/** The caller's own privacy: of each field what they chose, what the school says, and what holds in the end. */
export const privacyReply = z.object({
  isListed: z
    .boolean()
    .describe('Whether everyone at the school may open the profile (visitableProfile)'),
  hasHold: z
    .boolean()
    .describe(
      'Whether the school holds back the person’s directory information (FERPA); only the school changes it',
    ),
  isSuggested: z.boolean().describe('Whether others may be told that they may know the person'),
  fields: z.array(
    z.object({
      field,
      choice: audience.nullable().describe('null: none chosen, the school’s default holds'),
      default: audience,
      isLocked: z.boolean().describe('The school decides; a choice has no effect'),
      audience: audience.describe('Whom the field reaches now'),
    }),
  ),
});
export type Privacy = z.output<typeof privacyReply>;

export const getPrivacy = endpoint({
  name: 'privacy.get',
  summary: 'Who sees which field of the caller’s profile, and why.',
  method: 'GET',
  path: '/api/v1/privacy',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  reply: privacyReply,
});

export const updatePrivacy = endpoint({
  name: 'privacy.change',
  summary:
    'Choose who sees which field of one’s profile; only the fields that are sent change, null goes back to the school’s default.',
  method: 'PATCH',
  path: '/api/v1/privacy',
  access: 'member',
  credential: 'bearer',
  body: z
    .strictObject({
      choices: z.partialRecord(field, audience.nullable()),
      isSuggested: z.boolean(),
    })
    .partial(),
  reply: privacyReply,
  errors: ['field_locked'],
});

export const previewProfile = endpoint({
  name: 'privacy.preview',
  summary:
    'The caller’s own profile as others see it: as a stranger, a connection or an adviser of the school.',
  method: 'GET',
  path: '/api/v1/privacy/preview',
  access: 'member',
  credential: 'bearer',
  query: z.strictObject({ as: z.enum(['stranger', 'connection', 'adviser']) }),
  reply: z.object({ data: z.union([user, z.array(z.never())]) }),
});

const fieldRules = z.partialRecord(field, z.strictObject({ audience, isLocked: z.boolean() }));

export const getFieldRules = endpoint({
  name: 'schools.field-rules',
  summary:
    'The school’s default audience of each field, and which fields people may not change. A field that is not named is for everyone.',
  method: 'GET',
  path: '/api/v1/school/field-rules',
  access: 'staff',
  permission: 'privacy.manage',
  credential: 'bearer',
  reply: z.object({ rules: fieldRules }),
});

export const updateFieldRules = endpoint({
  name: 'schools.change-field-rules',
  summary:
    'Set the school’s audiences of profile fields; replaces all rules. They hold at once, for search, filters and counts too.',
  method: 'PUT',
  path: '/api/v1/school/field-rules',
  access: 'staff',
  permission: 'privacy.manage',
  credential: 'bearer',
  body: z.strictObject({ rules: fieldRules }),
  reply: z.object({ rules: fieldRules }),
});

export const updateStatus = endpoint({
  name: 'people.change-standing',
  summary:
    'What a school says of a person: that their directory information is held back (FERPA), that they advise students.',
  method: 'PATCH',
  path: '/api/v1/people/{uid}/standing',
  access: 'staff',
  permission: 'people.manage',
  credential: 'bearer',
  params: z.strictObject({ uid: z.string().max(40) }),
  body: z.strictObject({ hasHold: z.boolean(), isAdviser: z.boolean() }).partial(),
  reply: z.object({ hasHold: z.boolean(), isAdviser: z.boolean() }),
  errors: ['person_not_found'],
});
