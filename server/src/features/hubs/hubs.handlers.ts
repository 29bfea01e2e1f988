import * as hubs from '#contract/hubs/endpoints.ts';
import { handle } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { record } from '../../kernel/security/audit.ts';
import { checkQuota, ok, orNotFound, definedOnly, idOf, reorder } from '../../kernel/sql.ts';
import { isPerson } from '../people/people.queries.ts';
import { faceView } from '../people/people.views.ts';
import * as queries from './hubs.queries.ts';
import { hubView, managedHubView } from './hubs.views.ts';

export const hubsHandlers = [
  handle(hubs.listHubs, async ({ db, me }) => {
    const rows = await queries.selectHubsOf(db, me.userId);
    const chosen = rows.find((row) => row.is_chosen);
    return { items: rows.map(hubView), chosen: chosen === undefined ? null : String(chosen.id) };
  }),

  handle(hubs.chooseHub, async ({ db, me, schoolId }, { hub }) => {
    if (hub === null) await queries.deleteChoice(db, me.userId);
    else if (!(await queries.upsertChoice(db, schoolId, me.userId, idOf(hub))))
      throw problem('not_found');
    return { chosen: hub };
  }),

  handle(hubs.listManagedHubs, async ({ db }) => ({
    items: (await queries.selectManagedHubs(db)).map(managedHubView),
  })),

  handle(hubs.createHub, async (call, settings) => {
    const { clientId } = settings;
    const before = await queries.selectHubByClient(call.db, clientId);
    if (before !== undefined) return managedHubView(before);
    await checkQuota(call.db, 'hubs', hubs.hubLimits.each, 'too_many_hubs');
    const id = await queries.insertHub(call.db, call.schoolId, settings, call.now);
    // The same call was sent twice at the same time.
    if (id === undefined)
      return managedHubView(orNotFound(await queries.selectHubByClient(call.db, clientId)));
    await record(call, 'hub_changed', { hub: String(id), name: settings.name, act: 'added' });
    return managedHubView(orNotFound(await queries.selectManagedHub(call.db, id)));
  }),

  handle(hubs.updateHub, async (call, { id, isArchived, ...settings }) => {
    const before = orNotFound(await queries.selectManagedHub(call.db, idOf(id)));
    const moves = isArchived !== undefined && isArchived !== (before.archived_at !== null);
    const archivedAt = isArchived === true ? call.now : null;
    const change = definedOnly({ ...settings, archivedAt: moves ? archivedAt : undefined });
    await queries.updateHub(call.db, before.id, change);
    const after = orNotFound(await queries.selectManagedHub(call.db, before.id));
    const fields = Object.keys(settings);
    const details = { hub: id, name: after.name };
    if (moves)
      await record(call, 'hub_changed', { ...details, act: isArchived ? 'archived' : 'returned' });
    if (fields.length > 0)
      await record(call, 'hub_changed', { ...details, act: 'changed', fields });
    return managedHubView(after);
  }),

  handle(hubs.orderHubs, async (call, { ids }) => {
    await reorder(call.db, 'hubs', ids);
    const rows = await queries.selectManagedHubs(call.db);
    await record(call, 'hubs_ordered', { hubs: rows.map(({ id }) => String(id)) });
    return { items: rows.map(managedHubView) };
  }),

  handle(hubs.listHubMembers, async ({ db }, { id, after, size }) => {
    const hub = orNotFound(await queries.selectManagedHub(db, idOf(id)));
    const from = after === undefined ? null : idOf(after);
    const rows = await queries.selectHubMembers(db, hub.id, from, size);
    return { items: rows.map(faceView), total: hub.added };
  }),

  handle(hubs.addHubMember, async (call, { id, uid }) => {
    const { name } = orNotFound(await queries.selectHubName(call.db, idOf(id)));
    const person = idOf(uid);
    if (!(await isPerson(call.db, person))) throw problem('person_not_found');
    if (await queries.insertMember(call.db, call.schoolId, idOf(id), person, call.now))
      await record(call, 'hub_member_changed', { hub: id, name, person, act: 'added' });
    return ok;
  }),

  handle(hubs.removeHubMember, async (call, { id, uid }) => {
    const { name } = orNotFound(await queries.selectHubName(call.db, idOf(id)));
    const person = idOf(uid);
    if (await queries.deleteMember(call.db, idOf(id), person))
      await record(call, 'hub_member_changed', { hub: id, name, person, act: 'removed' });
    return ok;
  }),
];
