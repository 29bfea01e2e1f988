import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { clubKinds, clubLabelLists, clubLimits as limits } from './limits.ts';
import { text } from '../text.ts';

const staff = { access: 'staff', permission: 'clubs.manage', credential: 'bearer' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const done = z.object({ ok: z.literal(true) });

export const clubLabel = z.object({
  id: z.string(),
  list: z.enum(clubLabelLists),
  name: z.string(),
  kind: z.enum(clubKinds).nullable().describe('Of types'),
  clubs: z.number().int().describe('How many clubs have it, of those the caller may know of'),
});
export type ClubLabel = z.output<typeof clubLabel>;
const settings = {
  name: text().min(1).max(limits.label),
  kind: z.enum(clubKinds).nullable().default(null).describe('Of types; others have none'),
};

export const listClubLabels = endpoint({
  name: 'clubs.labels-list',
  summary: 'Types, categories and tags of clubs, by name.',
  method: 'GET',
  path: '/api/v1/club-labels',
  access: 'member',
  credential: 'bearer',
  reply: z.object({ items: z.array(clubLabel) }),
});

export const createClubLabel = endpoint({
  ...staff,
  name: 'clubs.labels-create',
  summary:
    'Create a type, category or tag. At most 500 in all. A repeated `clientId` answers the first one again.',
  method: 'POST',
  path: '/api/v1/school/club-labels',
  body: z.strictObject({ clientId, ...settings, list: z.enum(clubLabelLists) }),
  reply: clubLabel,
  errors: ['too_many_club_labels', 'club_label_taken'],
});

export const updateClubLabel = endpoint({
  ...staff,
  name: 'clubs.labels-update',
  summary: 'Rename a type, category or tag, or change a type’s kind.',
  method: 'PATCH',
  path: '/api/v1/school/club-labels/{id}',
  params: id,
  body: z.strictObject(settings),
  reply: clubLabel,
  errors: ['not_found', 'club_label_taken'],
});

export const deleteClubLabel = endpoint({
  ...staff,
  name: 'clubs.labels-delete',
  summary: 'Delete a type, category or tag. Clubs that had it go without.',
  method: 'DELETE',
  path: '/api/v1/school/club-labels/{id}',
  params: id,
  reply: done,
  errors: ['not_found'],
});

const note = z.object({
  id: z.string(),
  author: face.nullable(),
  text: z.string(),
  at: z.string(),
});

export const listClubNotes = endpoint({
  ...staff,
  name: 'clubs.notes-list',
  summary: 'What staff have noted about a club, newest first; the last 200.',
  method: 'GET',
  path: '/api/v1/school/clubs/{id}/notes',
  params: id,
  reply: z.object({ items: z.array(note) }),
  errors: ['not_found'],
});

export const createClubNote = endpoint({
  ...staff,
  name: 'clubs.notes-create',
  summary:
    'Note something about a club for other staff. A repeated `clientId` answers the first note again.',
  method: 'POST',
  path: '/api/v1/school/clubs/{id}/notes',
  params: id,
  body: z.strictObject({ clientId, text: text().min(1).max(limits.note) }),
  reply: note,
  errors: ['not_found'],
});
