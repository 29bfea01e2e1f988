import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import { listedMenu, type MenuDocument } from '#contract/menu-items.ts';
import type { changeMenu, getMenu, KeptMenu, readMenu } from '#contract/menus.ts';
import { record } from '../../kernel/security/audit.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import { personId } from '../../kernel/ids.ts';
import { refused } from '../../kernel/http/problem.ts';
import { selectManagedHubs } from '../hubs/hubs.queries.ts';
import { selectMenu, selectReader, upsertMenu } from './menus.queries.ts';
import { menuView } from './menus.views.ts';

/** What the caller's menus show. */
export const readOwnMenu = async (context: Context): Promise<Reply<typeof getMenu>> => {
  const me = memberOf(context);
  const row = await selectReader(context.db, me.userId);
  if (row === undefined) throw refused('not_logged_in');
  const reader = {
    accountType: row.account_type,
    isAdmin: me.isAdmin,
    hasHubs: row.has_hubs,
    isConnectOn: context.school.connect,
  };
  const hub = row.hub_id === null ? null : { id: String(row.hub_id), name: row.hub_name ?? '' };
  return { hub, ...menuView(row.document ?? listedMenu, reader) };
};

/** The hub that a menu belongs to, or null for the school's own. */
const placeOf = async (
  { db }: Context,
  hub: string,
): Promise<{ id: number; name: string } | null> => {
  if (hub === '_') return null;
  const [row] = await selectManagedHubs(db, personId(hub) ?? 0);
  if (row === undefined) throw refused('not_found');
  return row;
};

const keptMenu = async ({ db }: Context, hub: number | null): Promise<KeptMenu> => {
  const own = await selectMenu(db, hub);
  const inherited = async () => (hub === null ? undefined : (await selectMenu(db, null))?.document);
  const document: MenuDocument = own?.document ?? (await inherited()) ?? listedMenu;
  // Written through the contract's schema; readonly lists are a matter of types alone.
  return {
    document: document as KeptMenu['document'],
    isOwn: (own?.document ?? null) !== null,
    version: own?.version ?? 0,
  };
};

/** A menu for its editor. */
export const readForEditor = async (
  context: Context,
  { hub }: HandlerInput<typeof readMenu>,
): Promise<KeptMenu> => {
  const place = await placeOf(context, hub);
  return keptMenu(context, place?.id ?? null);
};

/** Keeps a menu, or lets go of it. */
export const keepMenu = async (
  context: Context,
  input: HandlerInput<typeof changeMenu>,
): Promise<KeptMenu> => {
  const place = await placeOf(context, input.hub);
  const { db, school, clock } = context;
  const hub = place?.id ?? null;
  const version = await upsertMenu(db, {
    school: school.school_id,
    hub,
    document: input.document,
    version: input.version,
    now: clock.now(),
  });
  if (version === undefined) throw refused('menu_changed');
  await record(context, 'menu_changed', {
    ...(place && { name: place.name }),
    version,
    isOwn: input.document !== null,
  });
  return keptMenu(context, hub);
};
