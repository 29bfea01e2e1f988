import { z } from 'zod';

/* What calls of posts and of comments have in common. */

export const member = { access: 'member', credential: 'bearer' } as const;

export const id = z.strictObject({ id: z.string().max(40) });

export const done = z.object({ ok: z.literal(true) });

export const likes = {
  likes: z.number().int(),
  liked: z.boolean().describe('Whether the caller likes it.'),
};

export const liking = z.object(likes);

export const mark = z.object({ id: z.string(), name: z.string() });

/** What something said until a moment. */
export const edit = z.object({
  title: z
    .string()
    .nullable()
    .describe('The title it had until then; null: that edit did not change it.'),
  text: z.string(),
  files: z
    .array(z.string())
    .nullable()
    .describe('Names of the files it had until then; null: that edit changed none.'),
  replacedAt: z.string(),
});
