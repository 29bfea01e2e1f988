import { transact, type Context, type Scope } from '../../kernel/context.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { updateAnnounced } from './surveys.queries.ts';

interface Opening {
  readonly survey: number;
  /** Who published it, or set the time at which it opens. */
  readonly by: number;
}

/**
 * Tells those whom a survey is for that it is open, once. False where they were told before, or where it is not open: it was closed, or
 * opens at another time, or its club is frozen.
 */
export const announce = async (context: Context, { survey, by }: Opening): Promise<boolean> => {
  const row = await updateAnnounced(context.db, survey, context.clock.now());
  if (row !== undefined) await emit(context, 'survey_published', { survey, club: row.club_id, by });
  return row !== undefined;
};

/** The time has come at which a survey was to open. */
export const onOpening = async (scope: Scope, opening: Opening): Promise<void> => {
  await transact(scope, (context) => announce(context, opening));
};
