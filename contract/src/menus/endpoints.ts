import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isLinkType, menuIcons, menuItemTypes, menuLimits, type MenuDocument } from './items.ts';
import { wholeNumber } from '../whole-number.ts';
import { text as textField } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

/** True for https addresses without a name and password, which could be mistaken for the host. */
const isPublicAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
};

const id = z.string().regex(/^[a-z0-9-]{1,40}$/);
const name = textField().min(1).max(menuLimits.name);
export const menuIcon = z.enum(menuIcons);
schemaNames.add(menuIcon, { id: 'MenuIcon' });
const url = textField().max(menuLimits.url).refine(isPublicAddress, 'Enter an https address.');
const audience = z
  .union([
    z.literal('admins'),
    z.strictObject({
      accountTypes: z.array(textField().min(1).max(80)).min(1).max(menuLimits.audience),
    }),
  ])
  .describe('Audience. If omitted, everyone.');
const part = {
  id,
  name: name
    .optional()
    .describe('Label. If omitted, the app’s own label in the reader’s language.'),
  icon: menuIcon.optional(),
  audience: audience.optional(),
  isHidden: z.literal(true).optional(),
};

const link = z.strictObject({ ...part, type: z.enum(menuItemTypes), url: url.optional() });
schemaNames.add(link, { id: 'MenuItem' });
const group = z.strictObject({
  ...part,
  type: z.literal('menu_group'),
  items: z.array(link).max(menuLimits.grouped),
});
schemaNames.add(group, { id: 'MenuGroup' });
const section = z.strictObject({
  ...part,
  type: z.literal('menu_section'),
  items: z.array(z.discriminatedUnion('type', [link, group])).max(menuLimits.items),
});
schemaNames.add(section, { id: 'MenuSection' });

const partsOf = ({ bar, sections }: MenuDocument) => [
  ...bar,
  ...sections.flatMap((one) => [
    one,
    ...one.items.flatMap((item) => (item.type === 'menu_group' ? [item, ...item.items] : [item])),
  ]),
];

/** A complete menu. IDs are unique in it, and only external links have an address. */
export const menuDocument = z
  .strictObject({
    bar: z.array(link).max(menuLimits.bar).describe('Left bar and bottom menu.'),
    sections: z.array(section).max(menuLimits.sections).describe('Main menu.'),
  })
  .refine(
    (menu) => new Set(partsOf(menu).map((one) => one.id)).size === partsOf(menu).length,
    'Use each ID once.',
  )
  .refine(
    (menu) =>
      partsOf(menu).every(
        (one) => !('url' in one) || one.url === undefined || isLinkType(one.type),
      ),
    'Only external links can have a URL.',
  );
schemaNames.add(menuDocument, { id: 'Menu' });

const shownLink = z.object({
  id: z.string(),
  type: z.enum(menuItemTypes),
  name: name.optional(),
  icon: menuIcon.optional(),
  url: z.string().optional(),
});
schemaNames.add(shownLink, { id: 'ShownMenuItem' });
const shownGroup = z.object({
  id: z.string(),
  type: z.literal('menu_group'),
  name: name.optional(),
  icon: menuIcon.optional(),
  items: z.array(shownLink),
});
schemaNames.add(shownGroup, { id: 'ShownMenuGroup' });

export const getMenu = endpoint({
  name: 'menus.get',
  summary: 'Get your menu',
  description:
    'Returns the menu of the caller’s current hub, or else of the school. Leaves out external links without an address and items for other audiences.',
  method: 'GET',
  path: '/api/v1/menu',
  access: 'member',
  credential: 'bearer',
  query: z.strictObject({
    hub: z
      .string()
      .max(40)
      .optional()
      .describe(
        'ID of one of the caller’s hubs, or `_` for the school’s menu, instead of the current one.',
      ),
  }),
  reply: z.object({
    hub: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .describe(
        'Hub of the menu, or null for the school’s menu. Without `hub`, the caller’s current one.',
      ),
    bar: z.array(shownLink),
    sections: z.array(
      z.object({
        id: z.string(),
        type: z.literal('menu_section'),
        name: name.optional(),
        icon: menuIcon.optional(),
        items: z.array(z.discriminatedUnion('type', [shownLink, shownGroup])),
      }),
    ),
  }),
  errors: ['not_found'],
});

const params = z.strictObject({
  hub: z.string().max(40).describe('ID of a hub, or _ for the school’s own menu.'),
});
const stored = z.object({
  document: menuDocument.describe(
    'Saved menu. If there is none: the school’s menu for a hub, or the default menu for the school.',
  ),
  isOwn: z.boolean().describe('True if a menu is saved here.'),
  version: z.number().int().describe('Number of saves so far. 0 if none.'),
});
export type StoredMenu = z.output<typeof stored>;

export const readMenu = endpoint({
  name: 'menus.read',
  summary: 'Get a menu for editing',
  description: 'Returns the complete menu, including the audiences.',
  method: 'GET',
  path: '/api/v1/menus/{hub}',
  access: 'staff',
  permission: 'menus.manage',
  credential: 'bearer',
  params,
  reply: stored,
  errors: ['not_found'],
});

export const updateMenu = endpoint({
  name: 'menus.change',
  summary: 'Update a menu',
  description:
    'Send the `version` you read. Send null to delete it; the school’s menu, or the default menu, is then used instead.',
  method: 'PUT',
  path: '/api/v1/menus/{hub}',
  access: 'staff',
  permission: 'menus.manage',
  credential: 'bearer',
  params,
  body: z.strictObject({
    version: wholeNumber.describe('Version you read, or 0 before the first change.'),
    document: menuDocument.nullable().describe('New menu, or null to delete the saved one.'),
  }),
  reply: stored,
  errors: ['not_found', 'menu_changed'],
});
