import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { clubKinds, clubLabelLists, clubLimits as limits } from './limits.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const staff = { access: 'staff', permission: 'clubs.manage', credential: 'bearer' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const done = z.object({ ok: z.literal(true) });

export const clubLabel = z.object({
  id: z.string(),
  list: z.enum(clubLabelLists),
  name: z.string(),
  kind: z.enum(clubKinds).nullable().describe('Kind of a type, or null for categories and tags.'),
  clubs: z.number().int().describe('Number of clubs with this label that the caller can see.'),
});
schemaNames.add(clubLabel, { id: 'ClubLabel' });
export type ClubLabel = z.output<typeof clubLabel>;
const settings = {
  name: text().min(1).max(limits.label),
  kind: z
    .enum(clubKinds)
    .nullable()
    .default(null)
    .describe('Kind of a type, or null for categories and tags.'),
};

export const listClubLabels = endpoint({
  name: 'clubs.labels-list',
  summary: 'List club labels',
  description: 'Returns the types, categories and tags of clubs, by name.',
  method: 'GET',
  path: '/api/v1/club-labels',
  access: 'member',
  credential: 'bearer',
  reply: z.object({ items: z.array(clubLabel) }),
});

export const createClubLabel = endpoint({
  ...staff,
  name: 'clubs.labels-create',
  summary: 'Create a club label',
  description: 'A label is a type, category or tag. Limit: 500 labels. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/school/club-labels',
  body: z.strictObject({ clientId, ...settings, list: z.enum(clubLabelLists) }),
  reply: clubLabel,
  errors: ['too_many_club_labels', 'club_label_taken'],
});

export const updateClubLabel = endpoint({
  ...staff,
  name: 'clubs.labels-update',
  summary: 'Update a club label',
  description: 'Renames a type, category or tag, or changes a type’s kind.',
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
  summary: 'Delete a club label',
  description: 'Also removes it from its clubs.',
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
schemaNames.add(note, { id: 'ClubNote' });

export const listClubNotes = endpoint({
  ...staff,
  name: 'clubs.notes-list',
  summary: 'List staff notes about a club',
  description: 'Returns the last 200 notes, newest first.',
  method: 'GET',
  path: '/api/v1/school/clubs/{id}/notes',
  params: id,
  reply: z.object({ items: z.array(note) }),
  errors: ['not_found'],
});

export const createClubNote = endpoint({
  ...staff,
  name: 'clubs.notes-create',
  summary: 'Create a staff note about a club',
  description: 'Other staff can see it. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/school/clubs/{id}/notes',
  params: id,
  body: z.strictObject({ clientId, text: text().min(1).max(limits.note) }),
  reply: note,
  errors: ['not_found'],
});
