import { listedMenu, type MenuDocument } from '#contract/menus/items.ts';
import { updateMenu, getMenu, readMenu, type StoredMenu } from '#contract/menus/endpoints.ts';
import type { Db } from '../../kernel/database/database.ts';
import { handle } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { record } from '../../kernel/security/audit.ts';
import { orNotFound, idOf } from '../../kernel/sql.ts';
import { selectManagedHub } from '../hubs/hubs.queries.ts';
import { selectMenu, selectReader, upsertMenu } from './menus.queries.ts';
import { menuView } from './menus.views.ts';

/** Returns the hub of a menu. Null for the school's own menu. */
const hubOf = async (db: Db, hub: string) =>
  hub === '_' ? null : orNotFound(await selectManagedHub(db, idOf(hub)));

const storedMenu = async (db: Db, hub: number | null): Promise<StoredMenu> => {
  const own = await selectMenu(db, hub);
  const inherited = async () => (hub === null ? undefined : (await selectMenu(db, null))?.document);
  const document: MenuDocument = own?.document ?? (await inherited()) ?? listedMenu;
  // The contract's schema validated this value. The cast only adds readonly lists.
  return {
    document: document as StoredMenu['document'],
    isOwn: (own?.document ?? null) !== null,
    version: own?.version ?? 0,
  };
};

export const menusHandlers = [
  handle(getMenu, async ({ db, me, school }, { hub: at }) => {
    const asked = at === undefined ? undefined : at === '_' ? null : idOf(at);
    const row = await selectReader(db, me.userId, asked);
    if (row === undefined) throw problem('not_logged_in');
    // People can't read the menu of a hub that they don't belong to.
    if (typeof asked === 'number' && row.hub_id === null) throw problem('not_found');
    const reader = {
      accountType: row.account_type,
      isAdmin: me.isAdmin,
      hasHubs: row.has_hubs,
      isConnectOn: school.connect,
      hasCourses: row.has_courses,
      hasFinances: row.has_finances,
    };
    const hub = row.hub_id === null ? null : { id: String(row.hub_id), name: row.hub_name ?? '' };
    return { hub, ...menuView(row.document ?? listedMenu, reader) };
  }),

  handle(readMenu, async ({ db }, { hub }) => storedMenu(db, (await hubOf(db, hub))?.id ?? null)),

  handle(updateMenu, async (call, { hub: at, document, version: before }) => {
    const { db, schoolId: school, now } = call;
    const hub = await hubOf(db, at);
    const id = hub?.id ?? null;
    const version = await upsertMenu(db, { school, hub: id, document, version: before, now });
    if (version === undefined) throw problem('menu_changed');
    const isOwn = document !== null;
    await record(call, 'menu_changed', { ...(hub && { name: hub.name }), version, isOwn });
    return storedMenu(db, id);
  }),
];
