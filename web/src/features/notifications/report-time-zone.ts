import { readDeliverySettings, updateDeliverySettings } from '#contract/notifications/calls.ts';
import { call } from '../../lib/call.ts';
import { ownZone } from '../../lib/date-format.ts';
import { session } from '../../lib/session-store.ts';
import { readStored, writeStored } from '../../lib/stored.ts';

const reportedKey = 'zone-told';

/**
 * Mails of the morning come in the morning of where somebody is: the first device that opens the campus says where that is.
 * Asked once for each person and device; what they have chosen themselves stays.
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
