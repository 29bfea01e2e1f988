import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pictureUpload, pictureUploadErrors } from '../people/picture-crop.ts';
import { text } from '../text.ts';
import { isTimeZone } from '../time-zone.ts';
import { isLanguage, readSchoolColor, readSchoolName, schoolNameMax } from './identity.ts';
import { papers } from './paper.ts';
import { schoolPictureKinds } from './pictures.ts';
import { schemaNames } from '../schema-names.ts';

/** The color of schools that have set none (product text §3). */
export const defaultSchoolColor = '005fbf';

/**
 * The optional parts of the shell (product text §2). By default, there is no top bar, and the menu slides out only in a host's
 * frame.
 */
export const schoolLayout = z.strictObject({
  topBar: z.boolean().describe('True to show a bar with menu, logo and picture above the pages.'),
  slideOut: z
    .enum(['never', 'framed', 'always'])
    .describe('When the main menu is a slide-out panel: never, when embedded, or always.'),
});
schemaNames.add(schoolLayout, { id: 'SchoolLayout' });
export type SchoolLayout = z.output<typeof schoolLayout>;

/** The public data of a school, available before sign-in. Colors are six hex digits without '#'. */
export const schoolReply = z.object({
  school_code: z.string(),
  name: z.string(),
  top_bar_bg_color: z.string(),
  school_favicon: z
    .string()
    .nullable()
    .describe('Address of the favicon, or null for the product’s icon.'),
  logo: z.string().nullable().describe('Address of the logo, or null.'),
  config: z.object({
    connect: z.boolean().describe('True if people can connect with each other.'),
    messageStandalone: z.boolean().describe('True if Message works outside a host frame.'),
    locale: z.string().describe('Language for people who have chosen none (BCP 47).'),
    layout: schoolLayout,
    paper: z.enum(papers).describe('Paper size of documents.'),
    profileGroups: z.boolean().describe('True if profiles show a person’s clubs.'),
  }),
});
schemaNames.add(schoolReply, { id: 'School' });
export type School = z.output<typeof schoolReply>;

export const getSchool = endpoint({
  name: 'schools.get',
  summary: 'Get the school',
  description: 'Returns the school of this host: name, color, favicon and settings.',
  method: 'GET',
  path: '/mobile_ws/v18/school',
  access: 'visitor',
  credential: 'open',
  reply: schoolReply,
});

/**
 * The target of Message (product text §3). When off (the default), the button outside a host's frame is disabled with an
 * explanation.
 */
export const schoolMessaging = z.strictObject({
  messageStandalone: z
    .boolean()
    .describe('True if Message also opens the conversation outside a host’s frame.'),
});

export const updateMessaging = endpoint({
  name: 'schools.change-messaging',
  summary: 'Update the messaging settings',
  description:
    'Sets whether Message also opens chat outside a host’s frame. Recorded in the activity log.',
  method: 'PUT',
  path: '/api/v1/school/messaging',
  access: 'staff',
  permission: 'school.manage',
  credential: 'bearer',
  body: schoolMessaging,
  reply: schoolMessaging,
});

/** Limits on sessions. With null, the school sets no limit, and an unused session ends after 30 days. */
export const sessionLimits = z.strictObject({
  idleMinutes: z
    .number()
    .int()
    .min(15)
    .max(43_200)
    .nullable()
    .describe('Minutes without activity until a session ends (accurate to five minutes), or null.'),
  hours: z
    .number()
    .int()
    .min(1)
    .max(8_760)
    .nullable()
    .describe('Hours until people need to sign in again, regardless of activity, or null.'),
});
schemaNames.add(sessionLimits, { id: 'SessionLimits' });
export type SessionLimits = z.output<typeof sessionLimits>;

export const getSessionLimits = endpoint({
  name: 'schools.session-limits',
  summary: 'Get the session limits',
  method: 'GET',
  path: '/api/v1/school/session-limits',
  access: 'staff',
  permission: 'school.manage',
  credential: 'bearer',
  reply: sessionLimits,
});

export const updateSessionLimits = endpoint({
  name: 'schools.change-session-limits',
  summary: 'Update the session limits',
  description: 'Sessions that exceed the new limits end immediately. Recorded in the activity log.',
  method: 'PUT',
  path: '/api/v1/school/session-limits',
  access: 'staff',
  permission: 'school.manage',
  credential: 'bearer',
  body: sessionLimits,
  reply: sessionLimits,
});

export const updateLayout = endpoint({
  name: 'schools.change-layout',
  summary: 'Update the layout settings',
  description: 'Sets which parts of the shell the school uses.',
  method: 'PUT',
  path: '/api/v1/school/layout',
  access: 'staff',
  permission: 'school.manage',
  credential: 'bearer',
  body: schoolLayout,
  reply: schoolLayout,
});

export const updatePaper = endpoint({
  name: 'schools.change-paper',
  summary: 'Update the paper size',
  description:
    'Applies to name badges, statements and transcripts. Null uses the common size for the school’s language. Recorded in the activity log.',
  method: 'PUT',
  path: '/api/v1/school/paper',
  access: 'staff',
  permission: 'school.manage',
  credential: 'bearer',
  body: z.strictObject({
    paper: z
      .enum(papers)
      .nullable()
      .describe('Paper size, or null for the common size of the school’s language.'),
  }),
  reply: z.object({ paper: z.enum(papers).describe('Paper size in use.') }),
});

/** The setting for clubs on profiles (product text §2). Off by default. */
export const schoolProfiles = z.strictObject({
  profileGroups: z
    .boolean()
    .describe('True if profiles show a person’s clubs, limited to those the viewer can see.'),
});

export const updateProfiles = endpoint({
  name: 'schools.change-profiles',
  summary: 'Update the profile settings',
  description: 'Sets whether profiles show a person’s clubs. Recorded in the activity log.',
  method: 'PUT',
  path: '/api/v1/school/profiles',
  access: 'staff',
  permission: 'privacy.manage',
  credential: 'bearer',
  body: schoolProfiles,
  reply: schoolProfiles,
});

/** The school's own name, color, language and time zone. */
export const schoolIdentity = z.strictObject({
  name: text()
    .max(200)
    .refine(
      (text) => readSchoolName(text) !== null,
      `Enter a name of up to ${schoolNameMax} characters.`,
    ),
  color: z
    .string()
    .max(20)
    .refine(
      (color) => readSchoolColor(color) !== null,
      'Enter six hexadecimal digits, such as 9a3324.',
    )
    .describe('Six hexadecimal digits. `#` is ignored.'),
  locale: z
    .string()
    .max(35)
    .refine(isLanguage, 'Use a language such as en or de-AT.')
    .describe('Language for people who have chosen none (BCP 47).'),
  timeZone: z
    .string()
    .min(1)
    .max(64)
    .refine(isTimeZone, 'Use a time zone such as Europe/Berlin.')
    .nullable()
    .describe(
      'Time zone for due dates, statements and reports, or null for that of the newest term.',
    ),
});
schemaNames.add(schoolIdentity, { id: 'SchoolIdentity' });
export type SchoolIdentity = z.output<typeof schoolIdentity>;

export const getSchoolIdentity = endpoint({
  name: 'schools.identity',
  summary: 'Get the school’s name and color',
  description: 'Returns the name, color, language and time zone.',
  method: 'GET',
  path: '/api/v1/school/identity',
  access: 'staff',
  permission: 'school.manage',
  credential: 'bearer',
  reply: schoolIdentity,
});

export const updateSchoolIdentity = endpoint({
  name: 'schools.change-identity',
  summary: 'Update the school’s name and color',
  description: 'Send only the fields to change. Recorded in the activity log.',
  method: 'PATCH',
  path: '/api/v1/school/identity',
  access: 'staff',
  permission: 'school.manage',
  credential: 'bearer',
  body: schoolIdentity.partial(),
  reply: schoolIdentity,
});

const pictureParams = z.strictObject({
  kind: z
    .enum(schoolPictureKinds)
    .describe(
      'Picture type: `logo` is shown in the bars and on the sign-in page, `favicon` in browser tabs and on home screens.',
    ),
});

export const setSchoolPicture = endpoint({
  name: 'schools.set-picture',
  summary: 'Set the school’s logo or favicon',
  description:
    'Send the file as the body (JPEG, PNG, WebP, AVIF or GIF; first frame only; at most 10 MB; detected by content). It is stored as a PNG within 512 pixels; a favicon as a square. Recorded in the activity log.',
  method: 'PUT',
  path: '/api/v1/school/pictures/{kind}',
  access: 'staff',
  permission: 'school.manage',
  credential: 'bearer',
  upload: { maxBytes: pictureUpload.maxBytes },
  params: pictureParams,
  reply: schoolReply,
  errors: [...pictureUploadErrors],
});

export const removeSchoolPicture = endpoint({
  name: 'schools.remove-picture',
  summary: 'Remove the school’s logo or favicon',
  description:
    'The school’s initial or the product’s icon is shown instead. Idempotent. Recorded in the activity log.',
  method: 'DELETE',
  path: '/api/v1/school/pictures/{kind}',
  access: 'staff',
  permission: 'school.manage',
  credential: 'bearer',
  params: pictureParams,
  reply: schoolReply,
});
