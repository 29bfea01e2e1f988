import { z } from 'zod';
import { schemaNames } from '../schema-names.ts';

/* Schemas shared by calls of posts and of comments. */

export const signedIn = { access: 'member', credential: 'bearer' } as const;

export const id = z.strictObject({ id: z.string().max(40) });

export const done = z.object({ ok: z.literal(true) });

export const likes = {
  likes: z.number().int().describe('Number of likes that the caller can see.'),
  liked: z.boolean().describe('True if the caller likes it.'),
};

export const likeCounts = z.object(likes);
schemaNames.add(likeCounts, { id: 'Likes' });

export const mark = z.object({ id: z.string(), name: z.string() });
schemaNames.add(mark, { id: 'NamedReference' });

/** A previous version. */
export const edit = z.object({
  title: z.string().nullable().describe('Previous title, or null if that edit didn’t change it.'),
  text: z.string(),
  files: z
    .array(z.string())
    .nullable()
    .describe('Names of the previous files, or null if that edit didn’t change them.'),
  replacedAt: z.string(),
});
schemaNames.add(edit, { id: 'PreviousVersion' });
