import type { Call } from '../../../kernel/handle.ts';
import { timeOfRow } from '../events.views.ts';
import {
  selectAsksRegistered,
  selectIsPublished,
  type EventPageRow,
} from './event-page.queries.ts';

/** The survey that asks the caller how an event was: whoever came, and where nobody was checked in whoever was registered. */
export const surveyAt = async ({ db, now }: Call, row: EventPageRow): Promise<number | null> => {
  const { id, original, survey, mine } = row;
  if (survey === null || timeOfRow(row).endsAt > now.getTime()) return null;
  const asks =
    mine?.status === 'attended'
      ? await selectIsPublished(db, survey)
      : mine?.status === 'registered' && (await selectAsksRegistered(db, { id, original, survey }));
  return asks ? survey : null;
};
