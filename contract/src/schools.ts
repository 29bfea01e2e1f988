import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Colour of a school that has set none (product text §3). */
export const defaultSchoolColor = '005fbf';

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
