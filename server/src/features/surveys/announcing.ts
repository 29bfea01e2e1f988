import { transact, type Context, type Scope } from '../../kernel/context.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { updateAnnounced } from './surveys.queries.ts';

interface Opening {
  readonly survey: number;
  /** The person who published it, or set its opening time. */
  readonly by: number;
}

/**
 * Announces an open survey to its audience, once. Returns false if it was already announced, or isn't open: it was
 * closed, opens at another time, or its club is frozen.
 */
export const announce = async (context: Context, { survey, by }: Opening): Promise<boolean> => {
  const row = await updateAnnounced(context.db, survey, context.clock.now());
  if (row !== undefined) await emit(context, 'survey_published', { survey, club: row.club_id, by });
  return row !== undefined;
};

/** Announces a survey at its opening time. */
export const onOpening = async (scope: Scope, opening: Opening): Promise<void> => {
  await transact(scope, (context) => announce(context, opening));
};
