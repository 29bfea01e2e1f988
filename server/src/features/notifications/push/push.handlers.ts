import { devicesMax } from '#contract/notifications/keys.ts';
import {
  addDevice,
  listDevices,
  removeDevice,
  type PushDevice,
} from '#contract/notifications/settings.endpoints.ts';
import { createHash } from 'node:crypto';
import { sessionOf } from '../../../kernel/context.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { ok, idOf } from '../../../kernel/sql.ts';
import { insertZone } from '../preferences/preferences.queries.ts';
import { deviceName } from './device-name.ts';
import { encryptionContext } from './push-due.ts';
import { deleteDevices, type DeviceRow, selectDevices, upsertDevice } from './push.queries.ts';

const deviceView = (row: DeviceRow): PushDevice => ({
  id: String(row.id),
  name: row.name,
  addedAt: row.added_at.toISOString(),
  lastSentAt: row.last_sent_at?.toISOString() ?? null,
  endpointHash: row.endpoint_hash.toString('hex'),
});

export const pushHandlers = [
  handle(listDevices, async (call) => ({
    items: (await selectDevices(call.db, call.me.userId)).map(deviceView),
  })),

  handle(addDevice, async (call, input) => {
    const { db, tokens, now, schoolId } = call;
    const { userId: me, sessionId } = sessionOf(call);
    try {
      call.hooks.check(input.endpoint);
    } catch {
      throw problem('push_address');
    }
    const hash = createHash('sha256').update(input.endpoint).digest();
    const others = (await selectDevices(db, me)).filter((row) => !row.endpoint_hash.equals(hash));
    if (others.length >= devicesMax) throw problem('too_many_devices', { max: devicesMax });
    if (input.zone !== undefined) await insertZone(db, schoolId, me, input.zone);
    const row = await upsertDevice(db, schoolId, me, sessionId, {
      endpoint: input.endpoint,
      endpoint_hash: hash,
      p256dh: input.keys.p256dh,
      auth: tokens.encrypt(encryptionContext(call), input.keys.auth),
      name: deviceName(call.userAgent),
      added_at: now,
    });
    if (row === undefined) throw problem('unavailable');
    return deviceView(row);
  }),

  handle(removeDevice, async (call, { id }) => {
    if ((await deleteDevices(call.db, call.me.userId, [idOf(id)])) === 0)
      throw problem('not_found');
    return ok;
  }),
];
