import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { insertEvent } from '../../../kernel/jobs/outbox.ts';
import { selectOfficersOf } from '../../roles/positions/positions.queries.ts';

/** The reason for freezing a club: it wasn't renewed, or the school's staff did it. */
export type FreezeReason = 'club_frozen' | 'club_frozen_by_staff';

/** Notifies officers that their clubs were frozen, except the person who did it. `pathOf`: the page of the notification. */
export const reportFrozen = async (
  db: Db,
  school: SchoolId,
  clubs: readonly { readonly id: number; readonly name: string }[],
  { by, kind, pathOf }: { by: number | null; kind: FreezeReason; pathOf: (club: number) => string },
): Promise<void> => {
  const officers = await selectOfficersOf(
    db,
    clubs.map(({ id }) => id),
  );
  for (const { id, name } of clubs) {
    const people = officers.flatMap((one) =>
      one.club === id && one.person !== by ? [one.person] : [],
    );
    if (people.length > 0)
      await insertEvent(db, school, null, 'club_application_announced', {
        kind,
        collapseKey: `club-renewal:${id}`,
        title: name,
        path: pathOf(id),
        people,
        by: null,
      });
  }
};
