import { z } from 'zod';
import { audiences, profileFields } from './audiences.ts';
import { endpoint } from '../endpoint.ts';
import { user } from './endpoints.ts';
import { schemaNames } from '../schema-names.ts';

const audience = z.enum(audiences);
const field = z.enum(profileFields);

/** The caller's privacy settings: for each field their choice, the school's rule, and the resulting audience. */
export const privacyReply = z.object({
  isListed: z
    .boolean()
    .describe('True if everyone at the school can open the profile (visitableProfile).'),
  hasHold: z
    .boolean()
    .describe(
      'True if the school withholds the person’s directory information (FERPA). Only the school can change it.',
    ),
  isSuggested: z.boolean().describe('True if others can see the person as a suggestion.'),
  fields: z.array(
    z.object({
      field,
      choice: audience
        .nullable()
        .describe('Choice of the person, or null if the school’s default applies.'),
      default: audience,
      isLocked: z.boolean().describe('True if the school decides. A choice then has no effect.'),
      audience: audience.describe('Audience that can see the field now.'),
    }),
  ),
});
schemaNames.add(privacyReply, { id: 'PrivacySettings' });
export type Privacy = z.output<typeof privacyReply>;

export const getPrivacy = endpoint({
  name: 'privacy.get',
  summary: 'Get your privacy settings',
  description: 'Returns the audience of each profile field, with the reason.',
  method: 'GET',
  path: '/api/v1/privacy',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  reply: privacyReply,
});

export const updatePrivacy = endpoint({
  name: 'privacy.change',
  summary: 'Update your privacy settings',
  description:
    'Sets the audience of profile fields. Send only the fields to change. Null restores the school’s default.',
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
  summary: 'Preview your profile',
  description: 'Returns the caller’s profile as a stranger, a connection or an advisor sees it.',
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
  summary: 'Get the school’s field rules',
  description:
    'Returns the default audience of each field, and the fields that people can’t change. Fields without a rule are visible to everyone.',
  method: 'GET',
  path: '/api/v1/school/field-rules',
  access: 'staff',
  permission: 'privacy.manage',
  credential: 'bearer',
  reply: z.object({ rules: fieldRules }),
});

export const updateFieldRules = endpoint({
  name: 'schools.change-field-rules',
  summary: 'Replace the school’s field rules',
  description:
    'Sets the audiences of profile fields. Applies immediately, including search, filters and counts.',
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
  summary: 'Update a person’s status',
  description:
    'Sets whether the school withholds their directory information (FERPA), and whether they advise students.',
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
