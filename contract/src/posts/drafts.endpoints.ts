import { z } from 'zod';
import { clubLimits } from '../clubs/limits.ts';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { uploadedFile } from '../uploads/endpoints.ts';
import { pollDays, postKinds, postLimits as limits } from './limits.ts';
import { mark, member } from './shapes.ts';
import { text as textField } from '../text.ts';

const draftPlace = {
  club: z.string().max(40).optional().describe('Without it: for the whole school'),
  kind: z.enum(postKinds).default('post'),
};

/** What stands in the composer beside text and files. */
const composed = {
  hub: z.string().max(40).nullable().default(null),
  asClub: z.boolean().default(false),
  aimedAt: z
    .array(textField().min(1).max(clubLimits.memberTag))
    .max(clubLimits.memberTags)
    .default([]),
  publishAt: z.iso.datetime().nullable().default(null),
  event: z.string().max(40).nullable().default(null),
  cover: z
    .string()
    .max(40)
    .nullable()
    .default(null)
    .describe('The one of `files` that is the cover'),
  poll: z
    .strictObject({
      options: z
        .array(z.string().max(limits.option))
        .max(limits.options)
        .describe('Also those that are still empty'),
      multiple: z.boolean(),
      days: z.enum(pollDays).describe('After how many days it closes'),
    })
    .nullable()
    .default(null),
};

/** What stands in the composer beside text and files, as it is stored. */
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
export type PostDraft = z.output<typeof draft>;

export const readDraft = endpoint({
  ...member,
  name: 'posts.draft',
  summary: 'What the caller has begun to write somewhere; null: nothing.',
  method: 'GET',
  path: '/api/v1/posts/draft',
  query: z.strictObject(draftPlace),
  reply: z.object({ draft: draft.nullable() }),
});

export const saveDraft = endpoint({
  ...member,
  name: 'posts.save-draft',
  summary:
    'Keep all that stands in the caller’s composer, in place of what was kept there; one without words, files and poll is forgotten. Posting there forgets it too. Files that are not the caller’s are left out.',
  method: 'PUT',
  path: '/api/v1/posts/draft',
  body: z.strictObject({
    ...draftPlace,
    title: textField().max(limits.title).default(''),
    text: textField().max(limits.text).default(''),
    ...composed,
    files: z.array(z.string().max(40)).max(limits.files).default([]).describe('Ids of uploads'),
  }),
  reply: z.object({ savedAt: z.string() }),
  errors: ['not_found'],
});
