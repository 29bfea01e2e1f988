import {
  createScimUser,
  deleteScimUser,
  listScimUsers,
  patchScimUser,
  readScimUser,
  replaceScimUser,
  type ScimUser,
} from '#contract/scim/endpoints.ts';
import type { Context, Scope } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import type { Transport } from '../../../kernel/http/route.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { record } from '../../../kernel/security/audit.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { isLastAdmin } from '../../people/erasure/erasure.queries.ts';
import {
  insertProvisioned,
  releaseProvisioned,
  type ProvisionedPerson,
  updateProvisioned,
} from '../../people/provisioned/provisioned.queries.ts';
import { answerOne, checkVersion, handleScim, listOf, windowOf } from '../calls.ts';
import { parseFilter } from '../filters/filter.ts';
import { patched } from '../patch.ts';
import { isSelected, selected, type Selection } from '../selection.ts';
import {
  deleteRemovedExternalId,
  hasUsername,
  type ScimUserRow,
  selectRemoved,
  selectRemovedWith,
  selectScimUser,
  selectScimUsers,
  updateRemoved,
  upsertScimUser,
} from './users.queries.ts';
import {
  changeOf,
  changeOfPatched,
  differenceOf,
  documentOf,
  type PersonChange,
  userShapes,
} from './users.rules.ts';
import { scimUserView } from './users.views.ts';

const userOf = async (context: Context, id: number, forUpdate = false): Promise<ScimUserRow> =>
  orNotFound(await selectScimUser(context.db, id, { forUpdate }));

const view = (scope: Scope, row: ScimUserRow, selection: Selection): ScimUser =>
  selected(scimUserView(row, scope.origin), selection);

/** The version and the location come from the complete resource. The response contains only the selected attributes. */
const answer = (
  scope: Scope,
  row: ScimUserRow,
  selection: Selection,
  transport: Transport,
  status: 200 | 201 = 200,
): ScimUser => {
  answerOne(scimUserView(row, scope.origin), transport, status);
  return view(scope, row, selection);
};

/** A provider can't deactivate the school's last admin. */
const checkAdmins = async ({ db }: Context, id: number): Promise<void> => {
  if (await isLastAdmin(db, id)) throw problem('last_admin');
};

/** Frees the username and email that a person is getting if a removed person still has them (RFC 7644, section 3.6). */
const releaseNames = async (
  context: Context,
  { username, email }: ProvisionedPerson,
  but: number,
): Promise<void> => {
  const taken = { username: username ?? null, email: email ?? null };
  if (taken.username === null && taken.email === null) return;
  const removed = await selectRemovedWith(context.db, taken, but);
  if (removed.length === 0) return;
  const ids = removed.map(({ id }) => id);
  await releaseProvisioned(context.db, ids, taken, context.clock.now());
  for (const { id, has_name: hasName } of removed)
    await record(context, 'scim_person', {
      person: id,
      act: 'changed',
      fields: [hasName ? 'userName' : 'emails'],
    });
};

/**
 * Returns the removed person that a provider adds again: by external id, or by username if one of the two has no
 * external id. Two different external ids are two people.
 */
const removedOf = async (
  { db }: Context,
  external: string | null,
  username: string,
): Promise<number | undefined> => {
  const byId = external === null ? undefined : await selectRemoved(db, external);
  if (byId !== undefined) return byId;
  const named = (await selectRemovedWith(db, { username, email: null }, 0))[0];
  if (named === undefined) return undefined;
  return external === null || named.external_id === null ? named.id : undefined;
};

/**
 * Writes the differing columns of a person and emits the events. Throws if another person has the username, ignoring
 * case.
 */
const write = async (
  context: Context,
  row: ScimUserRow,
  change: PersonChange,
  act: 'changed' | 'returned' = 'changed',
): Promise<void> => {
  const { db, school, clock } = context;
  const { columns, external, fields } = differenceOf(row, change);
  if (fields.length === 0 && act === 'changed') return;
  if (columns.is_deactivated === true) await checkAdmins(context, row.id);
  await releaseNames(context, columns, row.id);
  if (columns.username !== undefined && (await hasUsername(db, columns.username, row.id)))
    throw problem('not_unique', { name: 'userName' });
  if (Object.keys(columns).length > 0) await updateProvisioned(db, row.id, columns, clock.now());
  if (typeof external === 'string') await deleteRemovedExternalId(db, external, row.id);
  if (external !== undefined || act === 'returned')
    await upsertScimUser(
      db,
      school.school_id,
      row.id,
      external === undefined ? row.external_id : external,
    );
  await emit(context, 'profile_changed', { userId: row.id });
  await record(context, 'scim_person', {
    person: row.id,
    act: columns.is_deactivated === true ? 'ended' : act,
    fields,
  });
};

export const scimUsersHandlers = [
  handleScim(listScimUsers, async (context, input) => {
    const window = windowOf(input);
    const filter =
      input.filter === undefined || input.filter.trim() === '' ? null : parseFilter(input.filter);
    const { rows, total } = await selectScimUsers(
      context.db,
      filter,
      window,
      isSelected('groups', input),
    );
    return listOf(
      rows.map((row) => view(context, row, input)),
      total,
      window.start,
    );
  }),

  // Adds a person. A username or email address never takes over an existing person.
  // People that the provider removed don't count as existing.
  handleScim(createScimUser, async (context, input, transport) => {
    const { db, school, clock } = context;
    const change = changeOf(input.resource, true);
    const { external_id: external = null, username = '', ...columns } = change;
    let id = await removedOf(context, external, username);
    if (id === undefined) {
      await releaseNames(context, change, 0);
      if (await hasUsername(db, username, 0)) throw problem('not_unique', { name: 'userName' });
      id = await insertProvisioned(db, school.school_id, { ...columns, username }, clock.now());
      await upsertScimUser(db, school.school_id, id, external);
      await emit(context, 'person_added', { userId: id });
      await record(context, 'scim_person', { person: id, act: 'added', fields: [] });
    } else {
      await upsertScimUser(db, school.school_id, id, external);
      await write(
        context,
        await userOf(context, id, true),
        { is_deactivated: false, ...change },
        'returned',
      );
    }
    return answer(context, await userOf(context, id), input, transport, 201);
  }),

  handleScim(readScimUser, async (context, input, transport) =>
    answer(context, await userOf(context, idOf(input.id)), input, transport),
  ),

  // Writes the attributes in the request. Missing attributes stay, so that a provider deletes no data that it doesn't
  // know.
  handleScim(replaceScimUser, async (context, input, transport) => {
    const row = await userOf(context, idOf(input.id), true);
    checkVersion(`W/"${row.version}"`, transport);
    await write(context, row, changeOf(input.resource, false));
    return answer(context, await userOf(context, row.id), input, transport);
  }),

  handleScim(patchScimUser, async (context, input, transport) => {
    const row = await userOf(context, idOf(input.id), true);
    checkVersion(`W/"${row.version}"`, transport);
    await write(
      context,
      row,
      changeOfPatched(patched(documentOf(row), input.resource, userShapes)),
    );
    return answer(context, await userOf(context, row.id), input, transport);
  }),

  // Deactivates a person, like an import does, and hides them from the provider until it adds them again.
  handleScim(deleteScimUser, async (context, { id }, transport) => {
    const { db, school, clock } = context;
    const row = await userOf(context, idOf(id), true);
    checkVersion(`W/"${row.version}"`, transport);
    await checkAdmins(context, row.id);
    await updateProvisioned(db, row.id, { is_deactivated: true }, clock.now());
    await updateRemoved(db, school.school_id, row.id, clock.now());
    await emit(context, 'profile_changed', { userId: row.id });
    await record(context, 'scim_person', { person: row.id, act: 'ended', fields: ['active'] });
    transport.respond(204);
    return null;
  }),
];
