import { readDeliverySettings, updateDeliverySettings } from '#contract/notifications/calls.ts';
import { call } from '../../lib/call.ts';
import { ownZone } from '../../lib/date-format.ts';
import { session } from '../../lib/session-store.ts';
import { readStored, writeStored } from '../../lib/stored.ts';

const reportedKey = 'zone-told';

/**
 * Reports the user's time zone, so that morning emails arrive in the morning. Only the first device reports it, once per user
 * and device. A zone that the user selected stays.
 */
export async function reportTimeZone(): Promise<void> {
  const uid = session.get().user?.uid;
  if (uid === undefined || readStored(reportedKey) === uid) return;
  const { zone } = await call(readDeliverySettings, {});
  if (zone === null)
    await call(updateDeliverySettings, {
      zone: ownZone(),
    });
  writeStored(reportedKey, uid);
}
