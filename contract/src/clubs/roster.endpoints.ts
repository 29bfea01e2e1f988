import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { clubLimits as limits } from './limits.ts';

const member = {
  access: 'member',
  credential: 'bearer',
  inClub: 'clubs.manage_members',
} as const;
const id = z.strictObject({ id: z.string().max(40) });
const count = z.number().int().min(0);
const text = z
  .string()
  .max(limits.rosterText)
  .describe(
    `People by e-mail address or uid: one a line, or CSV with a column \`email\` or \`uid\`. At most ${limits.rosterRows} rows`,
  );

const counts = {
  added: count.describe('People who become members'),
  accepted: count.describe('Members now who had asked or were invited'),
  already: count.describe('Members already'),
  skipped: count.describe(
    'Rows that name nobody the caller may see, somebody twice or somebody banned',
  ),
};

export const clubRoster = z.object({
  id: z.string(),
  by: face.nullable(),
  at: z.string(),
  ...counts,
  undoneAt: z.string().nullable(),
  can: z.object({ undo: z.boolean() }),
});
export type ClubRoster = z.output<typeof clubRoster>;

export const checkClubRoster = endpoint({
  ...member,
  name: 'clubs.check-roster',
  summary: 'What a list of people would change of a club’s members. Nothing is stored. 60 an hour.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/rosters/check',
  params: id,
  body: z.strictObject({ text }),
  reply: z.object({
    ...counts,
    people: z.array(face).describe('Who would become a member; the first 100'),
    problems: z
      .array(
        z.object({
          line: count,
          value: z.string(),
          reason: z.enum(['unknown', 'twice', 'banned']),
        }),
      )
      .describe('Rows that are skipped; the first 100'),
  }),
  errors: ['not_found', 'forbidden', 'club_inactive', 'too_many_requests'],
});
export type ClubRosterCheck = z.output<typeof checkClubRoster.reply>;

export const importClubRoster = endpoint({
  ...member,
  name: 'clubs.import-roster',
  summary:
    'Make the people of a list members of a club; whoever has asked or is invited is accepted. A list that changes nothing is not kept. A repeated `clientId` answers the first result. 60 an hour.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/rosters',
  params: id,
  body: z.strictObject({ clientId, text }),
  reply: z.object({ ...counts, roster: clubRoster.nullable() }),
  errors: ['not_found', 'forbidden', 'club_inactive', 'too_many_requests'],
});

export const listClubRosters = endpoint({
  ...member,
  name: 'clubs.rosters',
  summary: `Lists of people that were read into a club in the last ${limits.rosterDays} days, newest first; at most 20.`,
  method: 'GET',
  path: '/api/v1/clubs/{id}/rosters',
  params: id,
  reply: z.object({ items: z.array(clubRoster) }),
  errors: ['not_found', 'forbidden'],
});

export const undoClubRoster = endpoint({
  ...member,
  name: 'clubs.undo-roster',
  summary:
    'Take a list back: whoever it made a member is what they were before. Whoever has joined again, was changed or given a position since stays.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/rosters/{roster}/undo',
  params: id.extend({ roster: z.string().max(40) }),
  reply: z.object({ restored: count, kept: count, roster: clubRoster }),
  errors: ['not_found', 'forbidden', 'club_inactive'],
});
