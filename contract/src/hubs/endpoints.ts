import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { menuIcons } from '../menus/items.ts';
import { face } from '../people/endpoints.ts';
import { pageSizeDefault, pageSizeMax } from '../paging.ts';
import { text } from '../text.ts';

/** Hubs of a school, archived ones too, and characters and choices of one. */
export const hubLimits = { each: 100, name: 60, description: 160, rule: 50 } as const;

const id = z.strictObject({ id: z.string().max(40) });
const oneOf = z.array(text().min(1).max(120)).max(hubLimits.rule);
const settings = {
  name: text().min(1).max(hubLimits.name),
  description: text().max(hubLimits.description).describe('One line; may be empty'),
  icon: z.enum(menuIcons).nullable().describe('null: the first letter of the name'),
  isForEveryone: z.boolean(),
  accountTypes: oneOf.describe('People of these account types belong to it'),
  majors: oneOf.describe('People of these majors belong to it'),
};

/** A part of the school that people move into: a faculty, a residence, a programme. It has menus of its own. */
export const hub = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.enum(menuIcons).nullable(),
});
export type Hub = z.output<typeof hub>;

/** A hub as those see it who run the campus. */
export const managedHub = z.object({
  id: z.string(),
  ...settings,
  added: z.number().int().describe('People added by hand'),
  isArchived: z.boolean(),
});
export type ManagedHub = z.output<typeof managedHub>;

export const listHubs = endpoint({
  name: 'hubs.list',
  summary: 'The hubs the caller belongs to, in the school’s order, and the one they are in.',
  method: 'GET',
  path: '/api/v1/hubs',
  access: 'member',
  credential: 'bearer',
  reply: z.object({ items: z.array(hub), chosen: z.string().nullable() }),
});

export const chooseHub = endpoint({
  name: 'hubs.choose',
  summary: 'Move into a hub, on every device, or with null into none.',
  method: 'PUT',
  path: '/api/v1/hubs/chosen',
  access: 'member',
  credential: 'bearer',
  body: z.strictObject({ hub: z.string().max(40).nullable() }),
  reply: z.object({ chosen: z.string().nullable() }),
  errors: ['not_found'],
});

export const listManagedHubs = endpoint({
  name: 'hubs.managed',
  summary: 'All hubs of the school in their order, archived ones too.',
  method: 'GET',
  path: '/api/v1/school/hubs',
  access: 'staff',
  permission: 'hubs.manage',
  credential: 'bearer',
  reply: z.object({ items: z.array(managedHub) }),
});

export const createHub = endpoint({
  name: 'hubs.make',
  summary:
    'Make a hub; it stands last. At most 100. A repeated `clientId` answers the first one again.',
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
  summary:
    'Change a hub, archive it or bring it back; only what is sent changes. Whoever is in an archived hub is in none until it is back.',
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
  summary:
    'Put the hubs in this order. Unknown ids mean nothing; those not named keep their order behind.',
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
  summary: 'People added to a hub by hand, by name.',
  method: 'GET',
  path: '/api/v1/school/hubs/{id}/members',
  access: 'staff',
  permission: 'hubs.manage',
  credential: 'bearer',
  params: id,
  query: z.strictObject({
    after: z.string().max(40).optional().describe('uid of the last person of the page before'),
    size: z.coerce.number().int().min(1).max(pageSizeMax).default(pageSizeDefault),
  }),
  reply: z.object({ items: z.array(face), total: z.number().int() }),
  errors: ['not_found'],
});

export const addHubMember = endpoint({
  name: 'hubs.add-member',
  summary: 'Add a person to a hub by hand. Doing it twice changes nothing.',
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
  summary:
    'Take a person who was added by hand out of a hub. Whoever belongs to it by its rule stays. Doing it twice changes nothing.',
  method: 'DELETE',
  path: '/api/v1/school/hubs/{id}/members/{uid}',
  access: 'staff',
  permission: 'hubs.manage',
  credential: 'bearer',
  params: membership,
  reply: done,
  errors: ['not_found'],
});
