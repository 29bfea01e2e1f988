import { z } from 'zod';
import { clubLimits } from '../clubs/limits.ts';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { uploadedFile } from '../uploads/endpoints.ts';
import { pollDays, postKinds, postLimits as limits } from './limits.ts';
import { mark, signedIn } from './shapes.ts';
import { text as textField } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const draftKey = {
  club: z.string().max(40).optional().describe('ID of the club. If omitted, the whole school.'),
  kind: z.enum(postKinds).default('post'),
};

/** Fields of the composer besides text and files. */
const composed = {
  hub: z
    .string()
    .max(40)
    .nullable()
    .default(null)
    .describe('ID of the hub whose members see the post, or null.'),
  asClub: z.boolean().default(false),
  aimedAt: z
    .array(textField().min(1).max(clubLimits.memberTag))
    .max(clubLimits.memberTags)
    .default([]),
  publishAt: z.iso
    .datetime()
    .nullable()
    .default(null)
    .describe('Planned time of publication, or null for immediately.'),
  event: z
    .string()
    .max(40)
    .nullable()
    .default(null)
    .describe('ID of the event that the post is about, or null.'),
  cover: z
    .string()
    .max(40)
    .nullable()
    .default(null)
    .describe('ID of the cover, one of `files`, or null.'),
  poll: z
    .strictObject({
      options: z
        .array(z.string().max(limits.option))
        .max(limits.options)
        .describe('Options, including empty ones.'),
      multiple: z.boolean(),
      days: z.enum(pollDays).describe('Days until the poll closes.'),
    })
    .nullable()
    .default(null),
};

/** Fields of the composer besides text and files, as stored. */
export const composedDraft = z.object(composed);
export type ComposedDraft = z.output<typeof composedDraft>;

const draft = composedDraft.extend({
  title: z.string(),
  text: z.string(),
  mentions: z.array(face),
  clubMentions: z.array(mark),
  files: z.array(uploadedFile),
  savedAt: z.string(),
});
schemaNames.add(draft, { id: 'PostDraft' });
export type PostDraft = z.output<typeof draft>;

export const readDraft = endpoint({
  ...signedIn,
  name: 'posts.draft',
  summary: 'Get your draft',
  description: 'Returns the caller’s draft for this club or the whole school, or null.',
  method: 'GET',
  path: '/api/v1/posts/draft',
  query: z.strictObject(draftKey),
  reply: z.object({ draft: draft.nullable().describe('Draft, or null.') }),
});

export const saveDraft = endpoint({
  ...signedIn,
  name: 'posts.save-draft',
  summary: 'Save your draft',
  description:
    'Replaces the caller’s draft for this club or the whole school. An empty draft (without text, files and poll) is deleted. Posting there also deletes it. Files that aren’t the caller’s are ignored.',
  method: 'PUT',
  path: '/api/v1/posts/draft',
  body: z.strictObject({
    ...draftKey,
    title: textField().max(limits.title).default(''),
    text: textField().max(limits.text).default(''),
    ...composed,
    files: z.array(z.string().max(40)).max(limits.files).default([]).describe('IDs of uploads.'),
  }),
  reply: z.object({ savedAt: z.string() }),
  errors: ['not_found'],
});
