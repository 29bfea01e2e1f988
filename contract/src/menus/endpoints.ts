import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { isLinkType, menuIcons, menuItemTypes, menuLimits, type MenuDocument } from './items.ts';
import { wholeNumber } from '../whole-number.ts';
import { text as textField } from '../text.ts';

/** An address elsewhere: https, and without a name and password in it, which would pass for the host. */
const isPublicAddress = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '';
};

const id = z.string().regex(/^[a-z0-9-]{1,40}$/);
const name = textField().min(1).max(menuLimits.name);
const icon = z.enum(menuIcons);
const url = textField().max(menuLimits.url).refine(isPublicAddress, 'must be an https address');
const audience = z
  .union([
    z.literal('admins'),
    z.strictObject({
      accountTypes: z.array(textField().min(1).max(80)).min(1).max(menuLimits.audience),
    }),
  ])
  .describe('Left out: everyone');
const part = {
  id,
  name: name.optional().describe('Left out: the app’s own word, in the reader’s language'),
  icon: icon.optional(),
  audience: audience.optional(),
  isHidden: z.literal(true).optional(),
};

const link = z.strictObject({ ...part, type: z.enum(menuItemTypes), url: url.optional() });
const group = z.strictObject({
  ...part,
  type: z.literal('menu_group'),
  items: z.array(link).max(menuLimits.grouped),
});
const section = z.strictObject({
  ...part,
  type: z.literal('menu_section'),
  items: z.array(z.discriminatedUnion('type', [link, group])).max(menuLimits.items),
});

const partsOf = ({ bar, sections }: MenuDocument) => [
  ...bar,
  ...sections.flatMap((one) => [
    one,
    ...one.items.flatMap((item) => (item.type === 'menu_group' ? [item, ...item.items] : [item])),
  ]),
];

/** A whole menu. Ids are unique in it, and only links elsewhere have an address. */
export const menuDocument = z
  .strictObject({
    bar: z.array(link).max(menuLimits.bar).describe('Left bar and bottom menu'),
    sections: z.array(section).max(menuLimits.sections).describe('The main menu'),
  })
  .refine(
    (menu) => new Set(partsOf(menu).map((one) => one.id)).size === partsOf(menu).length,
    'ids must be unique',
  )
  .refine(
    (menu) =>
      partsOf(menu).every(
        (one) => !('url' in one) || one.url === undefined || isLinkType(one.type),
      ),
    'only links elsewhere have an address',
  );

const shownLink = z.object({
  id: z.string(),
  type: z.enum(menuItemTypes),
  name: name.optional(),
  icon: icon.optional(),
  url: z.string().optional(),
});
const shownGroup = z.object({
  id: z.string(),
  type: z.literal('menu_group'),
  name: name.optional(),
  icon: icon.optional(),
  items: z.array(shownLink),
});

export const getMenu = endpoint({
  name: 'menus.get',
  summary:
    'What the caller’s menus show: of the hub they chose, else of the school. Links elsewhere without an address and parts for others are left out.',
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
        'The menu of this hub of the caller’s, or with `_` the school’s, wherever they are',
      ),
  }),
  reply: z.object({
    hub: z
      .object({ id: z.string(), name: z.string() })
      .nullable()
      .describe('The hub whose menu it is: without `hub` the one the caller is in; null: none'),
    bar: z.array(shownLink),
    sections: z.array(
      z.object({
        id: z.string(),
        type: z.literal('menu_section'),
        name: name.optional(),
        icon: icon.optional(),
        items: z.array(z.discriminatedUnion('type', [shownLink, shownGroup])),
      }),
    ),
  }),
  errors: ['not_found'],
});

const params = z.strictObject({
  hub: z.string().max(40).describe('Id of a hub, or _ for the school’s own menu'),
});
const stored = z.object({
  document: menuDocument.describe(
    'What is kept, else what stands in its place: of a hub the school’s menu, of the school the listed one',
  ),
  isOwn: z.boolean().describe('Whether a menu is kept here'),
  version: z.number().int().describe('Counts what was kept here; 0: nothing yet'),
});
export type StoredMenu = z.output<typeof stored>;

export const readMenu = endpoint({
  name: 'menus.read',
  summary: 'A menu as its editor needs it: whole, with who sees what.',
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
  summary:
    'Keep a menu, or with null none: then the school’s menu, or the listed one, stands in its place. `version`: the one it was read at.',
  method: 'PUT',
  path: '/api/v1/menus/{hub}',
  access: 'staff',
  permission: 'menus.manage',
  credential: 'bearer',
  params,
  body: z.strictObject({ version: wholeNumber, document: menuDocument.nullable() }),
  reply: stored,
  errors: ['not_found', 'menu_changed'],
});
