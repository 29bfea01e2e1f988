import type { HandlerInput, Reply } from '#contract/endpoint.ts';
import {
  hubLimits,
  type addHubMember,
  type changeHub,
  type chooseHub,
  type listHubMembers,
  type listHubs,
  type listManagedHubs,
  type ManagedHub,
  type makeHub,
  type orderHubs,
  type removeHubMember,
} from '#contract/hubs.ts';
import { record } from '../../kernel/security/audit.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import { personId } from '../../kernel/ids.ts';
import { refused } from '../../kernel/http/problem.ts';
import { faceView } from '../people/people.views.ts';
import {
  countHubs,
  deleteChoice,
  deleteHubMember,
  holdHubs,
  insertHub,
  insertHubMember,
  selectHubMembers,
  selectHubsOf,
  selectHubName,
  selectManagedHubs,
  updateHub,
  updateHubPlaces,
  upsertChoice,
  type ManagedHubRow,
} from './hubs.queries.ts';
import { hubView, managedHubView } from './hubs.views.ts';

/** The hubs the caller belongs to. */
export const listOwnHubs = async (context: Context): Promise<Reply<typeof listHubs>> => {
  const rows = await selectHubsOf(context.db, memberOf(context).userId);
  const chosen = rows.find((row) => row.is_chosen);
  return { items: rows.map(hubView), chosen: chosen === undefined ? null : String(chosen.id) };
};

/** Moves the caller into a hub they belong to, or into none. */
export const moveInto = async (
  context: Context,
  { hub }: HandlerInput<typeof chooseHub>,
): Promise<Reply<typeof chooseHub>> => {
  const me = memberOf(context).userId;
  if (hub === null) {
    await deleteChoice(context.db, me);
    return { chosen: null };
  }
  const id = personId(hub);
  if (id === null || !(await upsertChoice(context.db, context.school.school_id, me, id)))
    throw refused('not_found');
  return { chosen: hub };
};

const hubOf = async ({ db }: Context, id: string): Promise<ManagedHubRow> => {
  const [row] = await selectManagedHubs(db, personId(id) ?? 0);
  if (row === undefined) throw refused('not_found');
  return row;
};

/** All hubs of the school. */
export const listAllHubs = async (context: Context): Promise<Reply<typeof listManagedHubs>> => {
  return { items: (await selectManagedHubs(context.db)).map(managedHubView) };
};

/** Makes a hub. */
export const addHub = async (
  context: Context,
  input: HandlerInput<typeof makeHub>,
): Promise<ManagedHub> => {
  const { db, school, clock } = context;
  await holdHubs(db, school.school_id);
  if ((await countHubs(db)) >= hubLimits.each)
    throw refused('too_many_hubs', { max: hubLimits.each });
  const id = String(await insertHub(db, school.school_id, input, clock.now()));
  await record(context, 'hub_changed', { hub: id, name: input.name, act: 'added' });
  return managedHubView(await hubOf(context, id));
};

/** Changes a hub, archives it or brings it back. */
export const alterHub = async (
  context: Context,
  input: HandlerInput<typeof changeHub>,
): Promise<ManagedHub> => {
  const { id, isArchived, ...settings } = input;
  const before = await hubOf(context, id);
  const wasArchived = before.archived_at !== null;
  const isMoved = isArchived !== undefined && isArchived !== wasArchived;
  await updateHub(context.db, before.id, {
    ...settings,
    ...(isMoved && { archivedAt: isArchived ? context.clock.now() : null }),
  });
  const after = await hubOf(context, id);
  const fields = Object.keys(settings);
  if (isMoved)
    await record(context, 'hub_changed', {
      hub: id,
      name: after.name,
      act: isArchived ? 'archived' : 'returned',
    });
  if (fields.length > 0)
    await record(context, 'hub_changed', { hub: id, name: after.name, act: 'changed', fields });
  return managedHubView(after);
};

/** Puts the hubs in an order. */
export const arrangeHubs = async (
  context: Context,
  { ids }: HandlerInput<typeof orderHubs>,
): Promise<Reply<typeof orderHubs>> => {
  await holdHubs(context.db, context.school.school_id);
  await updateHubPlaces(
    context.db,
    ids.flatMap((id) => personId(id) ?? []),
  );
  const rows = await selectManagedHubs(context.db);
  await record(context, 'hubs_ordered', { hubs: rows.map(({ id }) => String(id)) });
  return { items: rows.map(managedHubView) };
};

/** A hub by name alone: who adds many people does not have those there are counted each time. */
const namedHub = async ({ db }: Context, id: string): Promise<{ id: number; name: string }> => {
  const number = personId(id) ?? 0;
  const name = await selectHubName(db, number);
  if (name === undefined) throw refused('not_found');
  return { id: number, name };
};

/** People added to a hub by hand. */
export const listAdded = async (
  context: Context,
  input: HandlerInput<typeof listHubMembers>,
): Promise<Reply<typeof listHubMembers>> => {
  const hub = await hubOf(context, input.id);
  const rows = await selectHubMembers(
    context.db,
    hub.id,
    input.after === undefined ? null : (personId(input.after) ?? 0),
    input.size,
  );
  return { items: rows.map(faceView), total: hub.added };
};

/** Adds a person to a hub by hand. */
export const addMember = async (
  context: Context,
  { id, uid }: HandlerInput<typeof addHubMember>,
): Promise<Reply<typeof addHubMember>> => {
  const hub = await namedHub(context, id);
  const person = personId(uid);
  const isNew =
    person === null
      ? null
      : await insertHubMember(
          context.db,
          context.school.school_id,
          hub.id,
          person,
          context.clock.now(),
        );
  if (person === null || isNew === null) throw refused('person_not_found');
  if (isNew)
    await record(context, 'hub_member_changed', { hub: id, name: hub.name, person, act: 'added' });
  return { ok: true };
};

/** Takes a person out of a hub who was added by hand. */
export const removeMember = async (
  context: Context,
  { id, uid }: HandlerInput<typeof removeHubMember>,
): Promise<Reply<typeof removeHubMember>> => {
  const hub = await namedHub(context, id);
  const person = personId(uid);
  if (person !== null && (await deleteHubMember(context.db, hub.id, person)))
    await record(context, 'hub_member_changed', {
      hub: id,
      name: hub.name,
      person,
      act: 'removed',
    });
  return { ok: true };
};
