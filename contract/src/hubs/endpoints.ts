import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { menuIcon } from '../menus/endpoints.ts';
import { face } from '../people/endpoints.ts';
import { pageSizeDefault, pageSizeMax } from '../paging.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

/** Maximum hubs of a school (including archived ones), characters, and values per rule. */
export const hubLimits = { each: 100, name: 60, description: 160, rule: 50 } as const;

const id = z.strictObject({ id: z.string().max(40) });
const oneOf = z.array(text().min(1).max(120)).max(hubLimits.rule);
const settings = {
  name: text().min(1).max(hubLimits.name),
  description: text().max(hubLimits.description).describe('One line of text. Can be empty.'),
  icon: menuIcon.nullable().describe('Icon, or null for the first letter of the name.'),
  isForEveryone: z.boolean(),
  accountTypes: oneOf.describe('Account types whose people are included.'),
  majors: oneOf.describe('Majors whose students are included.'),
};

/** A part of the school with its own menu, such as a faculty, residence or program. People switch between hubs. */
export const hub = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  icon: menuIcon.nullable().describe('Icon, or null for the first letter of the name.'),
});
schemaNames.add(hub, { id: 'Hub' });
export type Hub = z.output<typeof hub>;

/** A hub as people with `hubs.manage` see it. */
export const managedHub = z.object({
  id: z.string(),
  ...settings,
  added: z.number().int().describe('Number of people added manually.'),
  isArchived: z.boolean(),
});
schemaNames.add(managedHub, { id: 'ManagedHub' });
export type ManagedHub = z.output<typeof managedHub>;

export const listHubs = endpoint({
  name: 'hubs.list',
  summary: 'List your hubs',
  description:
    'Returns the hubs that the caller belongs to, in the school’s order, and the current one.',
  method: 'GET',
  path: '/api/v1/hubs',
  access: 'member',
  credential: 'bearer',
  reply: z.object({
    items: z.array(hub),
    chosen: z.string().nullable().describe('ID of the current hub, or null.'),
  }),
});

export const chooseHub = endpoint({
  name: 'hubs.choose',
  summary: 'Switch hub',
  description: 'Applies on all devices. Send null to leave all hubs.',
  method: 'PUT',
  path: '/api/v1/hubs/chosen',
  access: 'member',
  credential: 'bearer',
  body: z.strictObject({
    hub: z.string().max(40).nullable().describe('ID of the hub, or null for none.'),
  }),
  reply: z.object({ chosen: z.string().nullable().describe('ID of the current hub, or null.') }),
  errors: ['not_found'],
});

export const listManagedHubs = endpoint({
  name: 'hubs.managed',
  summary: 'List all hubs',
  description: 'Returns all of the school’s hubs in order, including archived ones.',
  method: 'GET',
  path: '/api/v1/school/hubs',
  access: 'staff',
  permission: 'hubs.manage',
  credential: 'bearer',
  reply: z.object({ items: z.array(managedHub) }),
});

export const createHub = endpoint({
  name: 'hubs.make',
  summary: 'Create a hub',
  description: 'Added at the end of the order. Limit: 100 hubs. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/school/hubs',
  access: 'staff',
  permission: 'hubs.manage',
  credential: 'bearer',
  body: z.strictObject({ clientId: clientId.optional(), ...settings }),
  reply: managedHub,
  errors: ['too_many_hubs'],
});

export const updateHub = endpoint({
  name: 'hubs.change',
  summary: 'Update a hub',
  description:
    'Changes, archives or restores it. Send only the fields to change. People who are in an archived hub are in no hub until it is restored.',
  method: 'PATCH',
  path: '/api/v1/school/hubs/{id}',
  access: 'staff',
  permission: 'hubs.manage',
  credential: 'bearer',
  params: id,
  body: z.strictObject({ ...settings, isArchived: z.boolean() }).partial(),
  reply: managedHub,
  errors: ['not_found'],
});

export const orderHubs = endpoint({
  name: 'hubs.order',
  summary: 'Reorder hubs',
  description:
    'Unknown IDs are ignored. Hubs you leave out keep their order after the ones listed.',
  method: 'PUT',
  path: '/api/v1/school/hubs/order',
  access: 'staff',
  permission: 'hubs.manage',
  credential: 'bearer',
  body: z.strictObject({ ids: z.array(z.string().max(40)).max(hubLimits.each) }),
  reply: z.object({ items: z.array(managedHub) }),
});

const membership = z.strictObject({ id: z.string().max(40), uid: z.string().max(40) });
const done = z.object({ ok: z.literal(true) });

export const listHubMembers = endpoint({
  name: 'hubs.members',
  summary: 'List people added to a hub',
  description: 'Returns people who were added manually, by name.',
  method: 'GET',
  path: '/api/v1/school/hubs/{id}/members',
  access: 'staff',
  permission: 'hubs.manage',
  credential: 'bearer',
  params: id,
  query: z.strictObject({
    after: z
      .string()
      .max(40)
      .optional()
      .describe('User ID of the last person on the previous page.'),
    size: z.coerce.number().int().min(1).max(pageSizeMax).default(pageSizeDefault),
  }),
  reply: z.object({ items: z.array(face), total: z.number().int() }),
  errors: ['not_found'],
});

export const addHubMember = endpoint({
  name: 'hubs.add-member',
  summary: 'Add a person to a hub',
  description: 'Idempotent.',
  method: 'PUT',
  path: '/api/v1/school/hubs/{id}/members/{uid}',
  access: 'staff',
  permission: 'hubs.manage',
  credential: 'bearer',
  params: membership,
  reply: done,
  errors: ['not_found', 'person_not_found'],
});

export const removeHubMember = endpoint({
  name: 'hubs.remove-member',
  summary: 'Remove a person from a hub',
  description:
    'For people who were added manually. People who belong to the hub by its rule stay. Idempotent.',
  method: 'DELETE',
  path: '/api/v1/school/hubs/{id}/members/{uid}',
  access: 'staff',
  permission: 'hubs.manage',
  credential: 'bearer',
  params: membership,
  reply: done,
  errors: ['not_found'],
});
