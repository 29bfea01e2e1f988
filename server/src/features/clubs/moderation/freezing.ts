import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { insertEvent } from '../../../kernel/jobs/outbox.ts';
import { selectOfficersOf } from '../../roles/positions/positions.queries.ts';

/** Why clubs were frozen: they were not renewed, or the staff of the school did it. */
export type FreezeReason = 'club_frozen' | 'club_frozen_by_staff';

/** Tells officers that their clubs were frozen, without the one who did it. `pathOf`: where they read on. */
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
