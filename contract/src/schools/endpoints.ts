import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { pictureUpload, pictureUploadErrors } from '../people/picture-crop.ts';
import { papers } from './paper.ts';
import { schoolPictureKinds } from './pictures.ts';

/** Colour of a school that has set none (product text §3). */
export const defaultSchoolColor = '005fbf';

/** The shell's parts that a school can have (product text §2). As it comes: no top bar, and the slide-out menu in a host's frame only. */
export const schoolLayout = z.strictObject({
  topBar: z.boolean().describe('Whether a bar with menu, logo and picture stands above the pages'),
  slideOut: z
    .enum(['never', 'framed', 'always'])
    .describe(
      'Where the main menu slides out from the side: nowhere, in a host’s frame, everywhere',
    ),
});
export type SchoolLayout = z.output<typeof schoolLayout>;

/** What everybody may know of a school before signing in. Colour: six hex digits without '#'. */
export const schoolReply = z.object({
  school_code: z.string(),
  name: z.string(),
  top_bar_bg_color: z.string(),
  school_favicon: z.string().nullable(),
  logo: z.string().nullable(),
  config: z.object({
    connect: z.boolean().describe('Whether people can connect with each other'),
    messageStandalone: z.boolean().describe('Whether Message works outside a host frame'),
    locale: z.string().describe('Language shown to people who have chosen none (BCP 47)'),
    layout: schoolLayout,
    paper: z.enum(papers).describe('On which documents are drawn'),
    profileGroups: z.boolean().describe('Whether profiles show the clubs somebody is in'),
  }),
});
export type School = z.output<typeof schoolReply>;

export const getSchool = endpoint({
  name: 'schools.get',
  summary: 'The school of this host: name, colour, favicon and switches.',
  method: 'GET',
  path: '/mobile_ws/v18/school',
  access: 'visitor',
  credential: 'open',
  reply: schoolReply,
});

/** Where Message leads (product text §3). Off, as it comes: outside a host's frame it stands greyed and says why. */
export const schoolMessaging = z.strictObject({
  messageStandalone: z
    .boolean()
    .describe('Message opens the conversation with the person outside a host’s frame too'),
});

export const updateMessaging = endpoint({
  name: 'schools.change-messaging',
  summary: 'Set whether Message opens chat outside a host’s frame too. Recorded.',
  method: 'PUT',
  path: '/api/v1/school/messaging',
  access: 'staff',
  permission: 'school.manage',
  credential: 'bearer',
  body: schoolMessaging,
  reply: schoolMessaging,
});

/** How long people stay signed in. Null: no limit of the school's own; a session that is not used then ends after 30 days. */
export const sessionLimits = z.strictObject({
  idleMinutes: z
    .number()
    .int()
    .min(15)
    .max(43_200)
    .nullable()
    .describe('Minutes a session may rest; kept to within five minutes'),
  hours: z
    .number()
    .int()
    .min(1)
    .max(8_760)
    .nullable()
    .describe('Hours after which people sign in again, however much a session is used'),
});
export type SessionLimits = z.output<typeof sessionLimits>;

export const getSessionLimits = endpoint({
  name: 'schools.session-limits',
  summary: 'How long people of the school stay signed in.',
  method: 'GET',
  path: '/api/v1/school/session-limits',
  access: 'staff',
  permission: 'school.manage',
  credential: 'bearer',
  reply: sessionLimits,
});

export const updateSessionLimits = endpoint({
  name: 'schools.change-session-limits',
  summary:
    'Set how long people of the school stay signed in. Sessions that are older end at once. Recorded.',
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
  summary: 'Set which parts of the shell the school has.',
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
  summary:
    'Set the paper for which name badges, statements and transcripts are drawn. `null`: what is usual where the school’s language is spoken. Recorded.',
  method: 'PUT',
  path: '/api/v1/school/paper',
  access: 'staff',
  permission: 'school.manage',
  credential: 'bearer',
  body: z.strictObject({ paper: z.enum(papers).nullable() }),
  reply: z.object({ paper: z.enum(papers).describe('The one that is used') }),
});

/** The groups section of profiles (product text §2). Off, as it comes. */
export const schoolProfiles = z.strictObject({
  profileGroups: z
    .boolean()
    .describe('Profiles show clubs somebody is in, of those that the viewer may know of'),
});

export const updateProfiles = endpoint({
  name: 'schools.change-profiles',
  summary: 'Set whether profiles show the clubs somebody is in. Recorded.',
  method: 'PUT',
  path: '/api/v1/school/profiles',
  access: 'staff',
  permission: 'privacy.manage',
  credential: 'bearer',
  body: schoolProfiles,
  reply: schoolProfiles,
});

const pictureParams = z.strictObject({
  kind: z
    .enum(schoolPictureKinds)
    .describe(
      '`logo` stands in the bars and on the sign-in page, `favicon` in browser tabs and on home screens',
    ),
});

export const setSchoolPicture = endpoint({
  name: 'schools.set-picture',
  summary:
    'Set the school’s logo or favicon. The body is the file itself, JPEG, PNG, WebP, AVIF or GIF (first image), up to 10 MB, judged by its content; ' +
    'it is kept as a PNG within 512 pixels, a favicon as a square. Recorded.',
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
  summary:
    'Remove the school’s logo or favicon: its initial and the product’s icon stand there again. Without one nothing changes. Recorded.',
  method: 'DELETE',
  path: '/api/v1/school/pictures/{kind}',
  access: 'staff',
  permission: 'school.manage',
  credential: 'bearer',
  params: pictureParams,
  reply: schoolReply,
});
