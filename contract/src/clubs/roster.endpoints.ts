import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { clubLimits as limits } from './limits.ts';
import { schemaNames } from '../schema-names.ts';

const signedIn = {
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
    `People by email address or user ID: one per line, or CSV with an \`email\` or \`uid\` column. At most ${limits.rosterRows} rows.`,
  );

const counts = {
  added: count.describe('People who become members.'),
  accepted: count.describe('Members now who had requested or were invited.'),
  already: count.describe('People who are members already.'),
  skipped: count.describe(
    'Rows with no one that the caller can see, a repeated person or a banned person.',
  ),
};

export const clubRoster = z.object({
  id: z.string(),
  by: face
    .nullable()
    .describe('Officer who imported the list, or null if the caller can’t see them.'),
  at: z.string(),
  ...counts,
  undoneAt: z.string().nullable().describe('Time of the undo, or null.'),
  can: z.object({ undo: z.boolean() }),
});
schemaNames.add(clubRoster, { id: 'MemberImport' });
export type ClubRoster = z.output<typeof clubRoster>;

export const checkClubRoster = endpoint({
  ...signedIn,
  name: 'clubs.check-roster',
  summary: 'Preview a member import',
  description:
    'Returns the changes that a list of people would make. Stores nothing. Rate limit: 60 per hour.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/rosters/check',
  params: id,
  body: z.strictObject({ text }),
  reply: z.object({
    ...counts,
    people: z.array(face).describe('People who would become members, at most 100.'),
    problems: z
      .array(
        z.object({
          line: count.describe('Line of the text, starting at 1.'),
          value: z.string(),
          reason: z.enum(['unknown', 'twice', 'banned']),
        }),
      )
      .describe('Rows that are skipped, at most 100.'),
  }),
  errors: ['not_found', 'forbidden', 'club_inactive', 'too_many_requests'],
});
export type ClubRosterCheck = z.output<typeof checkClubRoster.reply>;

export const importClubRoster = endpoint({
  ...signedIn,
  name: 'clubs.import-roster',
  summary: 'Import members from a list',
  description:
    'Makes the listed people members; people who requested or are invited are accepted. A list without changes isn’t stored. Idempotent by `clientId`. Rate limit: 60 per hour.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/rosters',
  params: id,
  body: z.strictObject({ clientId, text }),
  reply: z.object({
    ...counts,
    roster: clubRoster.nullable().describe('Stored import, or null if the list changed nothing.'),
  }),
  errors: ['not_found', 'forbidden', 'club_inactive', 'too_many_requests'],
});

export const listClubRosters = endpoint({
  ...signedIn,
  name: 'clubs.rosters',
  summary: 'List member imports',
  description: `Returns imports of the last ${limits.rosterDays} days, newest first, at most 20.`,
  method: 'GET',
  path: '/api/v1/clubs/{id}/rosters',
  params: id,
  reply: z.object({ items: z.array(clubRoster) }),
  errors: ['not_found', 'forbidden'],
});

export const undoClubRoster = endpoint({
  ...signedIn,
  name: 'clubs.undo-roster',
  summary: 'Undo a member import',
  description:
    'Restores each person’s previous status, unless they’ve rejoined, been changed or been given a position since.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/rosters/{roster}/undo',
  params: id.extend({ roster: z.string().max(40) }),
  reply: z.object({
    restored: count.describe('Number of people whose status was restored.'),
    kept: count.describe('Number of people who stayed because of later changes.'),
    roster: clubRoster,
  }),
  errors: ['not_found', 'forbidden', 'club_inactive'],
});
