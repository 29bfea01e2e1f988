import type { Acts } from '#contract/audit-kinds.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import * as rooms from '#contract/rooms/endpoints.ts';
import type { Room } from '#contract/rooms/endpoints.ts';
import { roomLimits as limits } from '#contract/rooms/limits.ts';
import { permissionsIn } from '../../kernel/access.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { invalidParameter } from '../../kernel/http/json-parameter.ts';
import { problem } from '../../kernel/http/problem.ts';
import { windowOf } from '../../kernel/page.ts';
import { record } from '../../kernel/security/audit.ts';
import { checkQuota, ok, orNotFound, idOf } from '../../kernel/sql.ts';
import * as queries from './rooms.queries.ts';

const view = (row: queries.RoomRow, update: boolean): Room => ({
  id: String(row.id),
  name: row.name,
  building: row.building,
  capacity: row.capacity,
  note: row.note,
  isActive: row.is_active,
  version: row.version,
  can: { update },
});

const columnsOf = ({
  name,
  building,
  capacity,
  note,
  isActive,
}: Omit<HandlerInput<typeof rooms.createRoom>, 'clientId'>): queries.RoomColumns => ({
  name,
  building,
  capacity,
  note,
  is_active: isActive,
});

const keep = (call: Call, name: string, act: Acts['room_changed']) =>
  record(call, 'room_changed', { name, act });

/** Returns both ends of the period. Throws if the other end is missing. */
const readSpan = (from: string | undefined, to: string | undefined) => {
  if (from === undefined && to === undefined) return undefined;
  if (from === undefined || to === undefined || Date.parse(to) <= Date.parse(from))
    throw invalidParameter('to', 'must be after from');
  return { from: new Date(from), to: new Date(to) };
};

export const roomsHandlers = [
  handle(rooms.listRooms, async (call, { pageOffset: offset, pageSize: size, ...asked }) => {
    const manages = (await permissionsIn(call, 'school', [0]))(0).has('rooms.manage');
    const span = readSpan(asked.from, asked.to);
    const { rows, total } = await queries.selectRooms(call.db, {
      search: asked.search,
      seats: asked.seats,
      span,
      seesAll: manages && span === undefined,
      offset,
      size,
    });
    return windowOf<Room>(
      rows.map((row) => view(row, manages)),
      { total, offset, size },
    );
  }),

  handle(rooms.createRoom, async (call, { clientId, ...sent }) => {
    const repeated = await queries.selectSentRoom(call.db, clientId);
    if (repeated !== undefined) return view(repeated, true);
    await checkQuota(call.db, 'rooms', limits.rooms, 'too_many_rooms');
    const added = await queries.insertRoom(call.db, call.schoolId, columnsOf(sent), clientId);
    if (added === undefined) throw problem('room_exists');
    await keep(call, sent.name, 'created');
    return view(orNotFound(await queries.selectRoom(call.db, added.id)), true);
  }),

  handle(rooms.updateRoom, async (call, { id, version, ...sent }) => {
    const row = orNotFound(await queries.selectRoom(call.db, idOf(id)));
    if (await queries.isNameTaken(call.db, row.id, sent)) throw problem('room_exists');
    if (!(await queries.updateRoomRow(call.db, row.id, version, columnsOf(sent))))
      throw problem('room_changed');
    await keep(call, sent.name, 'updated');
    return view(orNotFound(await queries.selectRoom(call.db, row.id)), true);
  }),

  handle(rooms.deleteRoom, async (call, { id }) => {
    const row = await queries.selectRoom(call.db, idOf(id));
    if (row !== undefined && (await queries.deleteRoomRow(call.db, row.id)))
      await keep(call, row.name, 'deleted');
    return ok;
  }),
];
