import { roleLimits } from '#contract/roles/endpoints.ts';
import * as positions from '#contract/roles/positions.endpoints.ts';
import type { ClubPosition } from '#contract/roles/positions.endpoints.ts';
import { grantablePermissions } from '#contract/permissions.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { checkQuota, ok, orNotFound, definedOnly, idOf, lockTable } from '../../../kernel/sql.ts';
import { updateRole } from '../roles.queries.ts';
import * as queries from './positions.queries.ts';

const positionView = (row: queries.PositionSettingsRow): ClubPosition => ({
  id: String(row.id),
  name: row.name,
  permissions: grantablePermissions('club').filter((one) => row.permissions.includes(one)),
  officers: row.officers,
});

export const positionsHandlers = [
  handle(positions.listClubPositions, async ({ db }) => ({
    items: (await queries.selectPositionSettings(db)).map(positionView),
  })),

  handle(positions.createClubPosition, async (call, { clientId, ...settings }) => {
    const { db, schoolId, me, now } = call;
    await lockTable(db, 'roles');
    const sent = { by: me.userId, clientId };
    const repeated = await queries.selectSentPosition(db, sent);
    if (repeated !== undefined) return positionView(repeated);
    // The initial positions are created first, even if the school has no club yet.
    await queries.insertPositions(db, schoolId, now);
    await checkQuota(db, 'roles', roleLimits.each, 'too_many_roles');
    if (!(await queries.insertPosition(db, schoolId, { ...sent, ...settings, now })))
      throw problem('role_name_taken');
    const row = orNotFound(await queries.selectSentPosition(db, sent));
    await record(call, 'role_changed', { role: String(row.id), ...settings, act: 'added' });
    return positionView(row);
  }),

  handle(positions.updateClubPosition, async (call, { id, name, permissions }) => {
    const { db } = call;
    // The lock prevents a simultaneous request from using the name.
    await lockTable(db, 'roles');
    const before = orNotFound(await queries.selectPosition(db, idOf(id)));
    if (name !== undefined && (await queries.isPositionTaken(db, before.id, name)))
      throw problem('role_name_taken');
    await updateRole(db, before.id, definedOnly({ name, permissions }));
    const after = positionView(orNotFound(await queries.selectPosition(db, before.id)));
    await record(call, 'role_changed', {
      role: id,
      name: after.name,
      permissions: after.permissions,
      act: 'changed',
    });
    return after;
  }),

  handle(positions.deleteClubPosition, async (call, { id }) => {
    const { db } = call;
    const position = orNotFound(await queries.selectPosition(db, idOf(id)));
    // The statement itself checks for officers, so a simultaneous assignment either waits for it or is seen by it.
    if (!(await queries.deletePosition(db, position.id)))
      throw problem('position_held', { officers: Math.max(1, position.officers) });
    const { name, permissions } = positionView(position);
    await record(call, 'role_changed', { role: id, name, permissions, act: 'deleted' });
    return ok;
  }),
];
