import {
  createScimGroup,
  deleteScimGroup,
  listScimGroups,
  patchScimGroup,
  readScimGroup,
  replaceScimGroup,
  type ScimGroup,
} from '#contract/scim/endpoints.ts';
import type { Context } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import type { Transport } from '../../../kernel/http/route.ts';
import { record } from '../../../kernel/security/audit.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { answerOne, checkVersion, handleScim, listOf, windowOf } from '../calls.ts';
import { parseFilter } from '../filters/filter.ts';
import { isSelected, selected, type Selection } from '../selection.ts';
import {
  deleteMembers,
  deleteScimGroupRow,
  insertMembers,
  insertScimGroup,
  type ScimGroupRow,
  selectMembersKnown,
  selectScimGroup,
  selectScimGroups,
  updateScimGroup,
} from './groups.queries.ts';
import { groupFieldsOf, type GroupStep, stepsOf } from './groups.rules.ts';
import { scimGroupView } from './groups.views.ts';

const groupOf = async (context: Context, id: number, hasMembers: boolean): Promise<ScimGroupRow> =>
  orNotFound(await selectScimGroup(context.db, id, hasMembers));

/** Returns the group and locks it until the transaction ends. */
const lockGroup = async (
  context: Context,
  id: string,
  transport: Transport,
): Promise<ScimGroupRow> => {
  const row = orNotFound(await selectScimGroup(context.db, idOf(id), false, true));
  checkVersion(`W/"${row.version}"`, transport);
  return row;
};

const answer = async (
  context: Context,
  id: number,
  selection: Selection,
  transport: Transport,
  status: 200 | 201 = 200,
): Promise<ScimGroup> => {
  const group = scimGroupView(
    await groupOf(context, id, isSelected('members', selection)),
    context.origin,
  );
  answerOne(group, transport, status);
  return selected(group, selection);
};

const checkMembers = async (context: Context, ids: readonly number[]): Promise<void> => {
  const known = await selectMembersKnown(context.db, ids);
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw problem('invalid_value', { name: 'members', reason: `no one has the id ${unknown}` });
};

/** Applies the steps one after another, and records them as one action. */
const take = async (
  context: Context,
  row: ScimGroupRow,
  steps: readonly GroupStep[],
  act: 'added' | 'changed',
): Promise<void> => {
  const { db, school, clock } = context;
  let name = row.display_name;
  let externalId = row.external_id;
  let [more, fewer] = [0, 0];
  for (const step of steps) {
    if (step.kind === 'name') name = step.name;
    else if (step.kind === 'externalId') externalId = step.externalId;
    else if (step.kind === 'remove') fewer += await deleteMembers(db, row.id, step.ids);
    else {
      await checkMembers(context, step.ids);
      if (step.kind === 'only') fewer += await deleteMembers(db, row.id, step.ids, true);
      more += await insertMembers(db, school.school_id, row.id, step.ids);
    }
  }
  const isChanged =
    name !== row.display_name || externalId !== row.external_id || more > 0 || fewer > 0;
  if (isChanged) await updateScimGroup(db, row.id, { name, externalId, now: clock.now() });
  if (isChanged || act === 'added')
    await record(context, 'scim_group', {
      group: String(row.id),
      name,
      act,
      members: { added: more, removed: fewer },
    });
};

export const scimGroupsHandlers = [
  handleScim(listScimGroups, async ({ db, origin }, input) => {
    const window = windowOf(input);
    const filter =
      input.filter === undefined || input.filter.trim() === '' ? null : parseFilter(input.filter);
    const { rows, total } = await selectScimGroups(
      db,
      filter,
      window,
      isSelected('members', input),
    );
    return listOf(
      rows.map((row) => selected(scimGroupView(row, origin), input)),
      total,
      window.start,
    );
  }),

  handleScim(createScimGroup, async (context, input, transport) => {
    const { name = '', externalId = null, members = [] } = groupFieldsOf(input.resource, true);
    const id = await insertScimGroup(context.db, context.school.school_id, {
      name,
      externalId,
      now: context.clock.now(),
    });
    await take(
      context,
      await groupOf(context, id, false),
      [{ kind: 'add', ids: members }],
      'added',
    );
    return answer(context, id, input, transport, 201);
  }),

  handleScim(readScimGroup, (context, input, transport) =>
    answer(context, idOf(input.id), input, transport),
  ),

  handleScim(replaceScimGroup, async (context, input, transport) => {
    const row = await lockGroup(context, input.id, transport);
    const { name, externalId, members } = groupFieldsOf(input.resource, false);
    const steps: GroupStep[] = [
      ...(name === undefined ? [] : [{ kind: 'name' as const, name }]),
      ...(externalId === undefined ? [] : [{ kind: 'externalId' as const, externalId }]),
      ...(members === undefined ? [] : [{ kind: 'only' as const, ids: members }]),
    ];
    await take(context, row, steps, 'changed');
    return answer(context, row.id, input, transport);
  }),

  // Renames a group, and adds and removes members. The response contains members only on request, because they can be a
  // whole school.
  handleScim(patchScimGroup, async (context, input, transport) => {
    const { attributes, excludedAttributes } = input;
    const row = await lockGroup(context, input.id, transport);
    await take(context, row, stepsOf(input.resource), 'changed');
    return answer(
      context,
      row.id,
      attributes === undefined
        ? { excludedAttributes: `members,${excludedAttributes ?? ''}` }
        : { attributes },
      transport,
    );
  }),

  handleScim(deleteScimGroup, async (context, { id }, transport) => {
    const row = await lockGroup(context, id, transport);
    await deleteScimGroupRow(context.db, row.id);
    await record(context, 'scim_group', {
      group: String(row.id),
      name: row.display_name,
      act: 'removed',
    });
    transport.respond(204);
    return null;
  }),
];
