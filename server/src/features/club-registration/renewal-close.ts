import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import type { MaintenanceTask } from '../../kernel/jobs/maintenance.ts';
import { insertEvent } from '../../kernel/jobs/outbox.ts';
import { appendEntries } from '../../kernel/security/audit.ts';
import { updateFrozen } from '../clubs/clubs.queries.ts';
import { reportFrozen } from '../clubs/moderation/freezing.ts';
import { dueReminder } from './club-registration.rules.ts';
import { selectDue } from './overview/overview.queries.ts';
import { lockWindow, updateClosed, updateReminded } from './setup/setup.queries.ts';

/* Reminders before a renewal closes, and the freezing afterward. */

/** The page where officers renew their clubs. */
const path = '/club-registrations';

/**
 * Freezes clubs, records it in the activity log, and notifies their officers. Returns the frozen clubs. `by`: the person, or null if the
 * renewal closed.
 */
export const freeze = async (
  db: Db,
  school: SchoolId,
  clubs: readonly number[],
  now: Date,
  by: number | null = null,
): Promise<number[]> => {
  const frozen = await updateFrozen(db, clubs, now);
  const kept = frozen.map(({ id, name }) => ({ club: String(id), name, act: 'frozen' }) as const);
  await appendEntries(db, now, by, 'club_changed', kept);
  // If staff freeze a club, its renewal may still be open.
  const kind = by === null ? 'club_frozen' : 'club_frozen_by_staff';
  await reportFrozen(db, school, frozen, { by, kind, pathOf: () => path });
  return frozen.map(({ id }) => id);
};

/** Reminds officers of clubs that haven't renewed, and freezes the clubs when the renewal has closed. */
export const closeRenewals: MaintenanceTask = async (db, now, school) => {
  const window = await lockWindow(db);
  if (window === undefined || window.opens_at > now) return 0;
  if (window.closes_at <= now) {
    const due = await selectDue(db, now);
    await freeze(
      db,
      school,
      due.map(({ id }) => id),
      now,
    );
    await updateClosed(db, window.id, now);
    return 0;
  }
  const days = dueReminder(window, now);
  if (days === null) return 0;
  for (const { id, name, officers } of await selectDue(db, now))
    if (officers.length > 0)
      await insertEvent(db, school, null, 'club_application_announced', {
        kind: 'club_renewal_due',
        collapseKey: `club-renewal:${id}`,
        title: name,
        path,
        people: officers,
        by: null,
      });
  await updateReminded(db, window.id, days);
  return 0;
};
