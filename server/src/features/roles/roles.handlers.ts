import * as roles from '#contract/roles/endpoints.ts';
import { handle } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { pageOfRows, readCursor } from '../../kernel/page.ts';
import { record } from '../../kernel/security/audit.ts';
import { checkQuota, ok, orNotFound, definedOnly, idOf, lockTable } from '../../kernel/sql.ts';
import { isPerson } from '../people/people.queries.ts';
import { faceView } from '../people/people.views.ts';
import * as queries from './roles.queries.ts';
import { roleView } from './roles.views.ts';

export const rolesHandlers = [
  handle(roles.listRoles, async ({ db }) => ({
    items: (await queries.selectRoles(db)).map(roleView),
  })),

  handle(roles.createRole, async (call, settings) => {
    await checkQuota(call.db, 'roles', roles.roleLimits.each, 'too_many_roles');
    const id = await queries.insertRole(call.db, call.schoolId, settings, call.now);
    if (id === undefined) throw problem('role_name_taken');
    const { name, permissions } = settings;
    await record(call, 'role_changed', { role: String(id), name, act: 'added', permissions });
    return roleView(orNotFound(await queries.selectRole(call.db, id)));
  }),

  handle(roles.updateRole, async (call, { id, name, permissions }) => {
    // The lock prevents a simultaneous request from using the name.
    await lockTable(call.db, 'roles');
    const role = orNotFound(await queries.selectRole(call.db, idOf(id)));
    if (name !== undefined && (await queries.isNameTaken(call.db, role.id, name)))
      throw problem('role_name_taken');
    await queries.updateRole(call.db, role.id, definedOnly({ name, permissions }));
    const after = roleView(orNotFound(await queries.selectRole(call.db, role.id)));
    const details = { role: id, name: after.name, permissions: after.permissions };
    await record(call, 'role_changed', { ...details, act: 'changed' });
    return after;
  }),

  handle(roles.deleteRole, async (call, { id }) => {
    const { name, permissions } = roleView(orNotFound(await queries.selectRole(call.db, idOf(id))));
    await queries.deleteRole(call.db, idOf(id));
    await record(call, 'role_changed', { role: id, name, act: 'deleted', permissions });
    return ok;
  }),

  handle(roles.listRoleMembers, async ({ db }, { id, cursor, size }) => {
    const role = orNotFound(await queries.selectRole(db, idOf(id)));
    const after = readCursor<readonly [string, number]>(cursor, ['text', 'number']);
    const rows = await queries.selectMembers(db, role.id, after, size + 1);
    return pageOfRows(rows, size, { view: faceView, keyOf: (row) => [row.sort_name, row.id] });
  }),

  handle(roles.addRoleMember, async (call, { id, uid }) => {
    const { name } = orNotFound(await queries.selectRole(call.db, idOf(id)));
    const person = idOf(uid);
    if (!(await isPerson(call.db, person))) throw problem('person_not_found');
    const grant = { school: call.schoolId, role: idOf(id), person, by: call.me.userId };
    if (await queries.insertGrant(call.db, { ...grant, now: call.now }))
      await record(call, 'role_member_changed', { role: id, name, person, act: 'added' });
    return ok;
  }),

  handle(roles.removeRoleMember, async (call, { id, uid }) => {
    const { name } = orNotFound(await queries.selectRole(call.db, idOf(id)));
    const person = idOf(uid);
    if (await queries.deleteGrant(call.db, idOf(id), person))
      await record(call, 'role_member_changed', { role: id, name, person, act: 'removed' });
    return ok;
  }),
];
